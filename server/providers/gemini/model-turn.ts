import type { Message, ToolCallPart, TurnOrigin } from '#shared/message'
import { findReplayableTurn } from '../kit/replayable-turn'
import type { ToolNameMap } from '../kit/tool-names'
import { nativeTurnSchema, type WireContent } from './content'

/**
 * Google's own word for "this call was not made by the model": sent as the signature of the first call of a step, it
 * passes the check that each step of the current turn must carry one. On more than the first call it empties answers.
 */
const FOREIGN_CALL_SIGNATURE = 'skip_thought_signature_validator'

export interface ModelTurn {
  /** Absent for a turn that left nothing to say. */
  readonly wire?: WireContent
  /** The id that each call has on the wire, by our own; a call that has none must be answered without one. */
  readonly wireIds: ReadonlyMap<string, string | undefined>
}

interface TurnContext {
  readonly origin: TurnOrigin
  readonly names: ToolNameMap
  /** After the last request of a person, and to a model that checks signatures. */
  readonly needsSignature: boolean
}

type AssistantMessage = Extract<Message, { role: 'assistant' }>

/** To the model it came from, a turn goes back part by part as it was; anywhere else it is rebuilt. */
export function toWireModelTurn(message: AssistantMessage, context: TurnContext): ModelTurn {
  const calls = message.parts.filter(part => part.type === 'tool-call')
  return replayTurn(message, calls, context.origin) ?? rebuildTurn(message, calls, context)
}

function replayTurn(message: AssistantMessage, calls: readonly ToolCallPart[], origin: TurnOrigin): ModelTurn | undefined {
  const native = nativeTurnSchema.safeParse(findReplayableTurn(message, origin))
  if (!native.success) return undefined
  const sent = native.data.parts.flatMap(part => part.functionCall ? [part.functionCall] : [])
  if (sent.length !== calls.length) return undefined
  const wireIds = new Map(calls.map(({ callId }, index) => [callId, sent[index]?.id ?? undefined]))
  return { wire: { role: 'model', parts: native.data.parts }, wireIds }
}

function rebuildTurn(message: AssistantMessage, calls: readonly ToolCallPart[], { names, needsSignature }: TurnContext): ModelTurn {
  const parts = message.parts.flatMap((part): unknown[] => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [{ text: part.text }]
    if (part.type !== 'tool-call') return []
    const functionCall = { id: part.callId, name: names.toWire(part.name), args: part.arguments.ok ? part.arguments.value : { unparsed_arguments: part.arguments.text } }
    return [{ functionCall, ...(needsSignature && part === calls[0] && { thoughtSignature: FOREIGN_CALL_SIGNATURE }) }]
  })
  const wireIds = new Map(calls.map(({ callId }) => [callId, callId]))
  return parts.length === 0 ? { wireIds } : { wire: { role: 'model', parts }, wireIds }
}
