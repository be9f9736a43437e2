import { setTimeout as pause } from 'node:timers/promises'
import type { ModelEvent } from '../provider'
import type { Decision } from './decide'

/** Two words, with the blanks before them, and those at the end of the text. */
const PIECE = /\s*\S+(?:\s+\S+)?(?:\s+$)?/g
const CHARACTERS_PER_PIECE = 24

interface Streaming {
  /** Between two pieces, so that people see an answer grow. */
  readonly pauseMs: number
  readonly signal: AbortSignal
  /** Calls are numbered over the whole conversation. */
  readonly firstCallNumber: number
}

/** Says a decision the way vendors do: piece by piece, whole calls at the end. Without the closing `finish`. */
export async function* streamDecision({ text, calls }: Decision, streaming: Streaming): AsyncGenerator<ModelEvent> {
  for (const piece of text.match(PIECE) ?? []) {
    await wait(streaming)
    yield { type: 'text-delta', text: piece }
  }
  for (const [index, call] of calls.entries()) {
    const written = JSON.stringify(call.arguments)
    for (let start = 0; start < written.length; start += CHARACTERS_PER_PIECE) {
      await wait(streaming)
      yield {
        type: 'tool-input-delta',
        index,
        ...(start === 0 && { name: call.tool.name }),
        text: written.slice(start, start + CHARACTERS_PER_PIECE),
      }
    }
  }
  for (const [index, { tool, arguments: value }] of calls.entries()) {
    const providerCallId = `demo_${streaming.firstCallNumber + index}`
    yield {
      type: 'tool-call',
      index,
      providerCallId,
      name: tool.name,
      arguments: { ok: true, value },
      raw: { id: providerCallId, name: tool.name, arguments: value },
    }
  }
}

async function wait({ pauseMs, signal }: Streaming): Promise<void> {
  signal.throwIfAborted()
  // `setTimeout` of zero still waits a millisecond; a test that pauses for nothing must not wait at all.
  if (pauseMs > 0) await pause(pauseMs)
  signal.throwIfAborted()
}
