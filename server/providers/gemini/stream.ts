import type { FinishReason } from '#shared/run-event'
import { toCallArguments } from '../kit/call-arguments'
import { toFinishReason } from '../kit/finish-reason'
import { createProtocolError } from '../kit/provider-error'
import type { ToolNameMap } from '../kit/tool-names'
import type { ModelEvent } from '../provider'
import { chunkSchema, readEnding, type GeminiChunk, type GeminiUsage, type WirePart } from './content'
import { toProviderError } from './errors'
import { appendPart } from './native-parts'
import { toUsage } from './usage'

const FILTERED = [
  'SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'NO_IMAGE', 'IMAGE_SAFETY', 'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION', 'IMAGE_OTHER',
] as const
const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  CONTINUATION: 'continue',
  MALFORMED_FUNCTION_CALL: 'malformed-tool-call',
  UNEXPECTED_TOOL_CALL: 'malformed-tool-call',
  MALFORMED_RESPONSE: 'error',
  ...Object.fromEntries(FILTERED.map(reason => [reason, 'content-filter'])),
}
/** After these a call may stand in the answer all the same, and must not be run. */
const FAULTY: ReadonlySet<FinishReason> = new Set<FinishReason>(['malformed-tool-call', 'error', 'continue'])

interface StreamContext { readonly names: ToolNameMap, readonly label: string }
type FoundCall = NonNullable<WirePart['functionCall']>

/** Chunks of one answer to model events. Throws for an error object in the stream and for an end without a reason. */
export async function* fromWireStream(chunks: AsyncIterable<unknown>, context: StreamContext): AsyncGenerator<ModelEvent> {
  const calls: FoundCall[] = []
  let parts: WirePart[] = []
  let usage: GeminiUsage | null | undefined
  let ending: string | undefined
  let blocked = false
  for await (const raw of chunks) {
    const chunk = readChunk(raw, context.label)
    usage = chunk.usageMetadata ?? usage
    ending = readEnding(chunk) ?? ending
    blocked ||= Boolean(chunk.promptFeedback?.blockReason)
    for (const part of chunk.candidates?.[0]?.content?.parts ?? []) {
      parts = appendPart(parts, part)
      yield* readPart(part, calls, context)
    }
  }
  if (ending === undefined) throw createProtocolError(context.label, { what: 'broke off in the middle of its answer' })
  const finishReason = blocked ? 'content-filter' : readFinishReason(ending, calls.length > 0)
  const isWhole = finishReason === 'stop' || finishReason === 'tool-calls'
  if (isWhole) yield* calls.map((call, index) => toCallEvent(call, index, context))
  const native = isWhole && parts.length > 0 ? { native: { role: 'model', parts } } : {}
  yield { type: 'finish', finishReason, rawFinishReason: ending, usage: toUsage(usage), ...native }
}

function readChunk(raw: unknown, label: string): GeminiChunk {
  const { data: chunk, error } = chunkSchema.safeParse(raw)
  if (!chunk) throw createProtocolError(label, { what: 'sent a piece of an answer that cannot be read', cause: error })
  // The SDK hands an error on as if it were a chunk.
  if (chunk.error) throw toProviderError(chunk.error, label)
  return chunk
}

function* readPart(part: WirePart, calls: FoundCall[], { names }: StreamContext): Generator<ModelEvent> {
  if (part.functionCall) {
    const index = calls.push(part.functionCall) - 1
    const { name, args } = part.functionCall
    // A call comes whole, so its arguments are one piece.
    yield { type: 'tool-input-delta', index, ...(name && { name: names.fromWire(name) }), text: JSON.stringify(args ?? {}) }
  }
  else if (part.text) {
    yield part.thought ? { type: 'reasoning-delta', text: part.text } : { type: 'text-delta', text: part.text }
  }
}

function readFinishReason(ending: string, hasCalls: boolean): FinishReason {
  const reason = toFinishReason(FINISH_REASONS, ending, false)
  return FAULTY.has(reason) ? reason : toFinishReason(FINISH_REASONS, ending, hasCalls)
}

function toCallEvent(call: FoundCall, index: number, { names, label }: StreamContext): ModelEvent {
  if (!call.name) throw createProtocolError(label, { what: 'called a tool without naming it' })
  return {
    type: 'tool-call',
    index,
    ...(call.id && { providerCallId: call.id }),
    name: names.fromWire(call.name),
    arguments: toCallArguments(call.args),
    raw: call,
  }
}
