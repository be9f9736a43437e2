import type { CallArguments } from '#shared/message'
import { toArgumentsText } from './arguments-text'
import type { PlainDelta } from './plain-delta'
import type { StreamedCall } from './streamed-call'

/** A whole call as the server sent it, with the text of its arguments as it may be kept. */
export function toRawCall({ id, name, extras }: StreamedCall, text: string) {
  return { ...extras, ...(id !== undefined && { id }), type: 'function' as const, function: { name, arguments: text } }
}

export interface NativeTurn {
  add(delta: PlainDelta): void
  /** The assistant message to send back to the same origin. */
  build(calls: readonly { readonly raw: ReturnType<typeof toRawCall>, readonly arguments: CallArguments }[]): unknown
}

/**
 * Gathers the turn with what servers want back beside the text: DeepSeek refuses a history with calls that lacks their
 * `reasoning_content`, OpenRouter wants `reasoning_details` unchanged, Google its signature on each call.
 */
export function createNativeTurn(): NativeTurn {
  const fields = { content: [] as string[], refusal: [] as string[], reasoning_content: [] as string[], reasoning: [] as string[] }
  const details: Record<string, unknown>[] = []

  function add(delta: PlainDelta): void {
    if (delta.content) fields.content.push(delta.content)
    if (delta.refusal) fields.refusal.push(delta.refusal)
    if (delta.reasoning_content) fields.reasoning_content.push(delta.reasoning_content)
    if (delta.reasoning) fields.reasoning.push(delta.reasoning)
    delta.reasoning_details?.forEach(detail => addDetail(details, detail))
  }

  return {
    add,
    build: (calls) => {
      const { content, ...others } = fields
      const present = Object.entries(others).filter(([, pieces]) => pieces.length > 0).map(([field, pieces]) => [field, pieces.join('')])
      return {
        role: 'assistant',
        // `null` only beside calls: servers refuse a message that holds neither.
        content: content.join('') || (calls.length > 0 ? null : ''),
        ...Object.fromEntries(present),
        ...(details.length > 0 && { reasoning_details: details }),
        ...(calls.length > 0 && { tool_calls: calls.map(call => toReplayedCall(call.raw, call.arguments)) }),
      }
    },
  }
}

/** Arguments as they came, unless the server would stumble over them when it reads its own history. */
function toReplayedCall(raw: ReturnType<typeof toRawCall>, args: CallArguments) {
  const text = raw.function.arguments
  return { ...raw, function: { ...raw.function, arguments: args.ok && text.trim() !== '' ? text : toArgumentsText(args) } }
}

const GROWING = ['text', 'summary', 'data'] as const

/** Pieces of one detail share type and index; their texts are joined, the other fields come once. */
function addDetail(details: Record<string, unknown>[], detail: Record<string, unknown>): void {
  const last = details.at(-1)
  if (!last || detail.index === undefined || last.index !== detail.index || last.type !== detail.type) {
    details.push({ ...detail })
    return
  }
  for (const [field, value] of Object.entries(detail)) {
    const isGrowing = GROWING.some(name => name === field) && typeof last[field] === 'string' && typeof value === 'string'
    if (isGrowing) last[field] = `${last[field]}${value}`
    else if (value !== null) last[field] = value
  }
}
