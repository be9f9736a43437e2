import type { FinishReason as KnownReason } from '@google/generative-ai'
import type { FinishReason } from '#shared/run-event'
import type { CallArguments } from '#shared/message'
import type { AnswerReader, Emit } from '../kit/stream/answer-reader'
import { toCallArguments } from '../kit/stream/call-arguments'
import { createCutError } from '../kit/stream/cut-error'
import { toFinishReason } from '../kit/stream/finish-reason'
import { createProtocolError } from '../kit/errors/provider-error'
import type { ToolNameMap } from '../kit/tool-names'
import { findSizeError, isTooDeepForJson } from '../kit/tools/argument-errors'
import type { ModelEvent } from '../provider'
import { chunkSchema, readEnding, type GeminiChunk, type GeminiUsage, type WirePart } from './content'
import { toProviderError } from './errors'
import { createNativeParts } from './native-parts'
import { toUsage } from './usage'

/** Every reason that the SDK knows: a newer SDK with another one does not compile. */
const KNOWN_REASONS: Readonly<Record<`${KnownReason}`, FinishReason>> = {
  FINISH_REASON_UNSPECIFIED: 'other',
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  LANGUAGE: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  MALFORMED_FUNCTION_CALL: 'malformed-tool-call',
  OTHER: 'other',
}
const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  ...KNOWN_REASONS,
  // Those that came after the SDK.
  NO_IMAGE: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
  IMAGE_OTHER: 'content-filter',
  UNEXPECTED_TOOL_CALL: 'malformed-tool-call',
  MALFORMED_RESPONSE: 'error',
  CONTINUATION: 'continue',
}
/** After these a call may stand in the answer all the same, and must not be run. */
const FAULTY: ReadonlySet<FinishReason> = new Set<FinishReason>(['malformed-tool-call', 'error', 'continue'])

interface StreamContext { readonly names: ToolNameMap, readonly label: string }
interface FoundCall {
  readonly call: NonNullable<WirePart['functionCall']>
  readonly given: CallArguments
}

/** Chunks of one answer to model events. Throws for an error object in the stream and for an end without a reason. */
export class GeminiReader implements AnswerReader {
  private readonly calls: FoundCall[] = []
  private readonly native = createNativeParts()
  private usage: GeminiUsage | null | undefined
  private ending: string | undefined
  private explanation: string | undefined
  private isBlocked = false
  private isReplayable = true
  /** Takes up an answer that is spread over several requests. */
  private token: string | undefined

  constructor(private readonly context: StreamContext, private readonly emit: Emit) {}

  /** There is no last event: usage may follow the ending. A server that does not stream sends its chunks in a list. */
  accept(event: unknown): boolean {
    for (const piece of Array.isArray(event) ? event as readonly unknown[] : [event]) this.readChunk(parseChunk(piece, this.context.label))
    return false
  }

  private readChunk(chunk: GeminiChunk): void {
    this.usage = chunk.usageMetadata ?? this.usage
    this.ending = readEnding(chunk) ?? this.ending
    this.explanation = chunk.candidates?.[0]?.finishMessage ?? this.explanation
    this.token = chunk.candidates?.[0]?.continuationToken ?? this.token
    this.isBlocked ||= Boolean(chunk.promptFeedback?.blockReason)
    for (const part of chunk.candidates?.[0]?.content?.parts ?? []) this.readPart(part)
  }

  hasEnded(): boolean {
    return this.ending !== undefined
  }

  finish(): void {
    const { ending, explanation, calls, token } = this
    if (ending === undefined) throw createCutError(this.context.label)
    const finishReason = this.isBlocked ? 'content-filter' : readFinishReason(ending, calls.length > 0)
    const isWhole = finishReason === 'stop' || finishReason === 'tool-calls'
    const isSpread = finishReason === 'continue' && token !== undefined
    if (isWhole) calls.map((found, index) => toCallEvent(found, index, this.context)).forEach(this.emit)
    const parts = this.native.read()
    this.emit({
      type: 'finish', finishReason, rawFinishReason: ending, usage: toUsage(this.usage),
      ...(explanation && { explanation }),
      ...((isWhole || isSpread) && parts.length > 0 && this.isReplayable && {
        native: { role: 'model', parts, ...(isSpread && { continuationToken: token }) },
      }),
    })
  }

  private readPart(part: WirePart): void {
    // What cannot be written as JSON can neither be stored nor replayed.
    const text = isTooDeepForJson(part) ? undefined : JSON.stringify(part.functionCall?.args ?? {})
    const isKept = text !== undefined && !findSizeError(text)
    this.isReplayable &&= isKept
    if (isKept) this.native.add(part)
    if (part.functionCall) {
      const { name, id, args } = part.functionCall
      const index = this.calls.push({ call: isKept ? part.functionCall : { name, id }, given: toCallArguments(args) }) - 1
      // A call comes whole, so its arguments are one piece.
      this.emit({ type: 'tool-input-delta', index, ...(name && { name: this.context.names.fromWire(name) }), text: isKept ? text : '' })
    }
    else if (part.text) this.emit({ type: part.thought ? 'reasoning-delta' : 'text-delta', text: part.text })
  }
}

function parseChunk(event: unknown, label: string): GeminiChunk {
  const { data: chunk, error } = chunkSchema.safeParse(event)
  if (!chunk) throw createProtocolError(label, { what: 'sent a piece of an answer that cannot be read', cause: error })
  if (chunk.error) throw toProviderError(chunk.error, label)
  return chunk
}

function readFinishReason(ending: string, hasCalls: boolean): FinishReason {
  const reason = toFinishReason(FINISH_REASONS, ending, false)
  return FAULTY.has(reason) ? reason : toFinishReason(FINISH_REASONS, ending, hasCalls)
}

function toCallEvent({ call, given }: FoundCall, index: number, { names, label }: StreamContext): ModelEvent {
  if (!call.name) throw createProtocolError(label, { what: 'called a tool without naming it' })
  return {
    type: 'tool-call',
    index,
    ...(call.id && { providerCallId: call.id }),
    name: names.fromWire(call.name),
    arguments: given,
    raw: call,
  }
}
