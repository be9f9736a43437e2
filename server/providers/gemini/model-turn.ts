import type { ToolCallPart, TurnOrigin } from '#shared/message'
import type { CallIds } from '../kit/call-ids'
import type { AssistantMessage } from '../kit/repair-history'
import { checkForm, findReplayableTurn } from '../kit/replayable-turn'
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
  readonly isReplayed: boolean
}

interface TurnContext {
  readonly origin: TurnOrigin
  readonly names: ToolNameMap
  readonly callIds: CallIds
  /** After the last request of a person, and to a model that checks signatures. */
  readonly needsSignature: boolean
}

/** To the model it came from, a turn goes back part by part as it was; anywhere else it is rebuilt. */
export function toWireModelTurn(message: AssistantMessage, context: TurnContext): ModelTurn {
  const calls = message.parts.filter(part => part.type === 'tool-call')
  return replayTurn(message, calls, context) ?? rebuildTurn(message, calls, context)
}

function replayTurn(message: AssistantMessage, calls: readonly ToolCallPart[], { origin, callIds }: TurnContext): ModelTurn | undefined {
  const native = checkForm(nativeTurnSchema, findReplayableTurn(message, origin))
  if (!native) return undefined
  const sent = native.parts.flatMap(part => part.functionCall ? [part.functionCall] : [])
  const ids = sent.flatMap(({ id }) => id ? [id] : [])
  // An id twice would give two calls one result.
  if (sent.length !== calls.length || new Set(ids).size !== ids.length || ids.some(id => callIds.isTaken(id))) return undefined
  const wireIds = new Map(calls.map(({ callId }, index) => [callId, assignId(callId, sent[index]?.id, callIds)]))
  return { wire: native, wireIds, isReplayed: true }
}

function assignId(callId: string, vendorId: string | null | undefined, callIds: CallIds): string | undefined {
  return vendorId ? callIds.assign(callId, vendorId) : undefined
}

function rebuildTurn(message: AssistantMessage, calls: readonly ToolCallPart[], { names, callIds, needsSignature }: TurnContext): ModelTurn {
  const wireIds = new Map(calls.map(({ callId }) => [callId, callIds.assign(callId)]))
  const parts = message.parts.flatMap((part): unknown[] => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [{ text: part.text }]
    if (part.type !== 'tool-call') return []
    const functionCall = { id: wireIds.get(part.callId), name: names.toWire(part.name), args: part.arguments.ok ? part.arguments.value : { unparsed_arguments: part.arguments.text } }
    return [{ functionCall, ...(needsSignature && part === calls[0] && { thoughtSignature: FOREIGN_CALL_SIGNATURE }) }]
  })
  return { ...(parts.length > 0 && { wire: { role: 'model', parts } }), wireIds, isReplayed: false }
}
