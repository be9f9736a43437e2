import type { FinishReason } from '#shared/run-event'
import type { AnswerReader, Emit } from '../kit/stream/answer-reader'
import { cutArguments, parseCallArguments } from '../kit/stream/call-arguments'
import { createCutError } from '../kit/stream/cut-error'
import { toFinishReason } from '../kit/stream/finish-reason'
import { createProtocolError } from '../kit/errors/provider-error'
import type { ToolNameMap } from '../kit/tool-names'
import { createCallCorrelator, type CallCorrelator } from './call-correlation'
import { chatChunkSchema, type CallDelta, type ChatChunk, type ChatDelta, type ChatUsage } from './chunk'
import { toProviderError } from './errors'
import { createNativeTurn, toRawCall } from './native-turn'
import { toPlainDelta } from './plain-delta'
import type { StreamedCall } from './streamed-call'
import { toUsage } from './usage'

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  length: 'length',
  // Mistral's word where the model's window ends the answer.
  model_length: 'length',
  content_filter: 'content-filter',
}

const DAMAGED = 'The server did not say to which of several calls a part of the arguments belongs. Make one call at a time.'

interface StreamContext {
  readonly names: ToolNameMap
  readonly label: string
}

/** Chunks of one answer to model events. Throws for an error object in the stream and for an end without a reason. */
export class ChatReader implements AnswerReader {
  private readonly correlator: CallCorrelator
  private readonly native = createNativeTurn()
  private ending: string | undefined
  private usage: ChatUsage | null | undefined
  private isRefusal = false

  constructor(private readonly context: StreamContext, private readonly emit: Emit) {
    this.correlator = createCallCorrelator(context.names.isOffered)
  }

  /** Usage may follow the ending, so that no chunk is the last one. */
  accept(event: unknown): boolean {
    const chunk = readChunk(event, this.context.label)
    const choice = chunk.choices?.[0]
    this.usage = chunk.usage ?? choice?.usage ?? this.usage
    // Some servers send an empty reason with every chunk: only a word ends the answer.
    this.ending = choice?.finish_reason || this.ending
    const delta = choice?.delta ?? choice?.message
    if (delta) this.readDelta(delta)
    return false
  }

  hasEnded(): boolean {
    return this.ending !== undefined
  }

  finish(): void {
    const { ending, correlator, native, usage } = this
    if (ending === undefined) throw createCutError(this.context.label)
    const finishReason = toFinishReason(
      FINISH_REASONS, this.isRefusal && ending === 'stop' ? 'content_filter' : ending, correlator.calls.length > 0,
    )
    // After any other ending a call may be cut off, and a turn with half a call cannot be replayed.
    const isWhole = finishReason === 'stop' || finishReason === 'tool-calls'
    const calls = isWhole ? correlator.calls.map(call => toCallEvent(call, this.context)) : []
    calls.forEach(this.emit)
    this.emit({
      type: 'finish', finishReason, rawFinishReason: ending, usage: toUsage(usage), ...(isWhole && { native: native.build(calls) }),
    })
  }

  private readDelta(given: ChatDelta): void {
    const delta = toPlainDelta(given)
    this.native.add(delta)
    this.isRefusal ||= Boolean(delta.refusal)
    // Servers that send both fields send the same words in them.
    const reasoning = delta.reasoning_content || delta.reasoning || delta.thinking
    if (reasoning) this.emit({ type: 'reasoning-delta', text: reasoning })
    const text = delta.content || delta.refusal
    if (text) this.emit({ type: 'text-delta', text })
    if (delta.tool_calls) this.readCalls(delta.tool_calls)
  }

  private readCalls(deltas: readonly CallDelta[]): void {
    for (const { call: { position: index, name }, text } of this.correlator.accept(deltas)) {
      this.emit(name === ''
        ? { type: 'tool-input-delta', index, text }
        : {
            type: 'tool-input-delta', index, name: this.context.names.fromWire(name), text,
          })
    }
  }
}

function readChunk(event: unknown, label: string): ChatChunk {
  const { data: chunk, error } = chatChunkSchema.safeParse(event)
  if (!chunk) throw createProtocolError(label, { what: 'sent a piece of an answer that cannot be read', cause: error })
  const choice = chunk.choices?.[0]
  const reported = chunk.error ?? choice?.error ?? (chunk.object === 'error' ? event : undefined)
    ?? (choice?.finish_reason === 'error' ? { message: 'The answer ended with an error.' } : undefined)
  if (reported) throw toProviderError(reported, label)
  return chunk
}

function toCallEvent(call: StreamedCall, { names, label }: StreamContext) {
  if (call.name === '') throw createProtocolError(label, { what: 'called a tool without naming it' })
  const text = call.pieces.join('')
  const given = call.damaged ? { ok: false as const, text: cutArguments(text), error: DAMAGED } : parseCallArguments(text)
  return {
    type: 'tool-call' as const,
    index: call.position,
    ...(call.id !== undefined && { providerCallId: call.id }),
    name: names.fromWire(call.name),
    arguments: given,
    raw: toRawCall(call, given.ok ? text : given.text),
  }
}
