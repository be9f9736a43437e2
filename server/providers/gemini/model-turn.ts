import type { z } from 'zod'
import type { ToolCallPart, TurnOrigin } from '#shared/message'
import type { CallIds } from '../kit/messages/call-ids'
import type { AssistantMessage } from '../kit/messages/repair-history'
import { checkForm, findReplayableTurn } from '../kit/messages/replayable-turn'
import type { TranslatedTools } from '../kit/tools/translate-tools'
import { nativeTurnSchema, type WireContent } from './content'

/**
 * Google's own word for "this call was not made by the model": sent as the signature of the first call of a step, it
 * passes the check that each step of the current turn must carry one. On more than the first call it empties answers.
 */
const FOREIGN_CALL_SIGNATURE = 'skip_thought_signature_validator'

/** A call that has no id must be answered without one. */
export interface WireCall { readonly id?: string, readonly name: string }

type NativeTurn = z.infer<typeof nativeTurnSchema>

export interface ModelTurn {
  /** Absent for a turn that left nothing to say. */
  readonly wire?: WireContent
  /** Each call as it stands on the wire, by our own id: its response must bear the same. */
  readonly wireCalls: ReadonlyMap<string, WireCall>
  readonly isReplayed: boolean
}

interface TurnContext extends Pick<TranslatedTools<unknown>, 'names' | 'writeArguments'> {
  readonly origin: TurnOrigin
  readonly callIds: CallIds
  /** After the last request of a person, and to a model that checks signatures. */
  readonly needsSignature: boolean
}

/** To the model it came from, a turn goes back part by part as it was; anywhere else it is rebuilt. */
export function toWireModelTurn(message: AssistantMessage, context: TurnContext): ModelTurn {
  const calls = message.parts.filter(part => part.type === 'tool-call')
  return replayTurn(message, calls, context) ?? rebuildTurn(message, calls, context)
}

function replayTurn(
  message: AssistantMessage, calls: readonly ToolCallPart[], { origin, names, callIds, needsSignature }: TurnContext,
): ModelTurn | undefined {
  const native = checkForm(nativeTurnSchema, findReplayableTurn(message, origin))
  if (!native) return undefined
  const sent = native.parts.flatMap(part => part.functionCall ? [part.functionCall] : [])
  const ids = sent.flatMap(({ id }) => id ? [id] : [])
  // An id twice would give two calls one result.
  if (sent.length !== calls.length || new Set(ids).size !== ids.length || ids.some(id => callIds.isUsed(id))) return undefined
  const wireCalls = new Map(calls.map(({ callId, name }, index): [string, WireCall] => {
    const { id, name: wireName } = sent[index] ?? {}
    // By the name it was called: among other tools, ours may map to another one now.
    return [callId, { ...(id && { id: callIds.assign(callId, id) }), name: wireName ?? names.toWire(name) }]
  }))
  // Only what the vendor wrote: beside the parts of a spread answer we keep its token.
  const turn = { role: native.role, parts: native.parts }
  return { wire: needsSignature ? withSignature(turn) : turn, wireCalls, isReplayed: true }
}

/** The step's first call must bear a signature, and a gateway may have lost it. One that is there stays where it is. */
function withSignature(turn: NativeTurn): NativeTurn {
  const first = turn.parts.findIndex(part => part.functionCall)
  if (first === -1 || turn.parts[first]?.thoughtSignature) return turn
  return { ...turn, parts: turn.parts.map((part, index) => index === first ? { ...part, thoughtSignature: FOREIGN_CALL_SIGNATURE } : part) }
}

function rebuildTurn(
  message: AssistantMessage, calls: readonly ToolCallPart[], { names, writeArguments, callIds, needsSignature }: TurnContext,
): ModelTurn {
  const wireCalls = new Map(calls.map(({ callId, name }) => [callId, { id: callIds.assign(callId), name: names.toWire(name) }]))
  const parts = message.parts.flatMap((part): unknown[] => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [{ text: part.text }]
    if (part.type !== 'tool-call') return []
    const given = writeArguments(part.name, part.arguments)
    const functionCall = { ...wireCalls.get(part.callId), args: given.ok ? given.value : { unparsed_arguments: given.text } }
    return [{ functionCall, ...(needsSignature && part === calls[0] && { thoughtSignature: FOREIGN_CALL_SIGNATURE }) }]
  })
  return { ...(parts.length > 0 && { wire: { role: 'model', parts } }), wireCalls, isReplayed: false }
}
