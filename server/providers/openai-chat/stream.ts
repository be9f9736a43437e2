import type { FinishReason } from '#shared/run-event'
import { parseCallArguments } from '../kit/call-arguments'
import { toFinishReason } from '../kit/finish-reason'
import { createProtocolError } from '../kit/provider-error'
import type { ToolNameMap } from '../kit/tool-names'
import type { ModelEvent } from '../provider'
import { createCallCorrelator, type CallCorrelator } from './call-correlation'
import { chatChunkSchema, type ChatChunk, type ChatDelta, type ChatUsage } from './chunk'
import { toProviderError } from './errors'
import { createNativeTurn, toRawCall } from './native-turn'
import type { StreamedCall } from './streamed-call'
import { toUsage } from './usage'

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  length: 'length',
  content_filter: 'content-filter',
}

interface StreamContext {
  readonly names: ToolNameMap
  /** Wire names of the tools that were offered: what a split name may join to. */
  readonly declaredNames: ReadonlySet<string>
  readonly label: string
}

/** Chunks of one answer to model events. Throws for an error object in the stream and for an end without a reason. */
export async function* fromWireStream(chunks: AsyncIterable<unknown>, context: StreamContext): AsyncGenerator<ModelEvent> {
  const correlator = createCallCorrelator(context.declaredNames)
  const native = createNativeTurn()
  let ending: string | undefined
  let usage: ChatUsage | null | undefined
  let isRefusal = false
  for await (const raw of chunks) {
    const chunk = readChunk(raw, context.label)
    const choice = chunk.choices?.[0]
    usage = chunk.usage ?? choice?.usage ?? usage
    // Some servers send an empty reason with every chunk: only a word ends the answer.
    ending = choice?.finish_reason || ending
    if (!choice?.delta) continue
    native.add(choice.delta)
    isRefusal ||= Boolean(choice.delta.refusal)
    yield* readDelta(choice.delta, correlator, context.names)
  }
  if (ending === undefined) throw createProtocolError(context.label, { what: 'broke off in the middle of its answer' })
  const finishReason = toFinishReason(FINISH_REASONS, isRefusal && ending === 'stop' ? 'content_filter' : ending, correlator.calls.length > 0)
  // After any other ending a call may be cut off, and a turn with half a call cannot be replayed.
  const isWhole = finishReason === 'stop' || finishReason === 'tool-calls'
  const calls = isWhole ? correlator.calls.map(call => toCallEvent(call, context)) : []
  yield* calls
  yield { type: 'finish', finishReason, rawFinishReason: ending, usage: toUsage(usage), ...(isWhole && { native: native.build(calls) }) }
}

function readChunk(raw: unknown, label: string): ChatChunk {
  const { data: chunk, error } = chatChunkSchema.safeParse(raw)
  if (!chunk) throw createProtocolError(label, { what: 'sent a piece of an answer that cannot be read', cause: error })
  const choice = chunk.choices?.[0]
  const fault = chunk.error ?? choice?.error ?? (choice?.finish_reason === 'error' ? { message: 'The answer ended with an error.' } : undefined)
  if (fault) throw toProviderError(fault, label)
  return chunk
}

function* readDelta(delta: ChatDelta, correlator: CallCorrelator, names: ToolNameMap): Generator<ModelEvent> {
  // Servers that send both fields send the same words in them.
  const reasoning = delta.reasoning_content || delta.reasoning
  if (reasoning) yield { type: 'reasoning-delta', text: reasoning }
  const text = delta.content || delta.refusal
  if (text) yield { type: 'text-delta', text }
  for (const { call, text } of correlator.accept(delta.tool_calls ?? [])) {
    yield { type: 'tool-input-delta', index: call.position, ...(call.name && { name: names.fromWire(call.name) }), text }
  }
}

function toCallEvent(call: StreamedCall, { names, label }: StreamContext) {
  if (call.name === '') throw createProtocolError(label, { what: 'called a tool without naming it' })
  const raw = toRawCall(call)
  const text = raw.function.arguments
  return {
    type: 'tool-call' as const,
    index: call.position,
    ...(call.id !== undefined && { providerCallId: call.id }),
    name: names.fromWire(call.name),
    arguments: call.damaged
      ? { ok: false as const, text, error: 'The server did not say to which of several calls a part of the arguments belongs. Make one call at a time.' }
      : parseCallArguments(text),
    raw,
  }
}
