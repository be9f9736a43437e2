import type { ChatCompletionAssistantMessageParam } from 'openai/resources/chat/completions'
import { z } from 'zod'
import type { ToolCallPart, TurnOrigin } from '#shared/message'
import type { CallIds } from '../kit/messages/call-ids'
import type { AssistantMessage } from '../kit/messages/repair-history'
import { checkForm, findReplayableTurn } from '../kit/messages/replayable-turn'
import type { ToolNameMap } from '../kit/tool-names'
import { toArgumentsText } from './arguments-text'
import type { ServerProfile } from './profiles'

export interface AssistantTurn {
  /** Absent for a turn that left nothing to say, such as one of foreign reasoning alone. */
  readonly wire?: WireTurn
  /** The id each call has on the wire, by our own; its result must bear the same. */
  readonly wireIds: ReadonlyMap<string, string>
  readonly isReplayed: boolean
}

interface TurnContext {
  readonly origin: TurnOrigin
  readonly names: ToolNameMap
  readonly callIds: CallIds
  readonly profile: ServerProfile
  /** After the last message of a person. */
  readonly isCurrent: boolean
}

/** An assistant message, with the fields of servers that the SDK does not know. */
export type WireTurn = ChatCompletionAssistantMessageParam & { readonly [field: string]: unknown }

const nativeTurn = z.looseObject({
  role: z.literal('assistant'), content: z.unknown().optional(), tool_calls: z.array(z.looseObject({})).optional(),
})
type NativeTurn = z.infer<typeof nativeTurn>

/** To the origin it came from, a turn goes back with what the server wants to see again; anywhere else it is rebuilt. */
export function toWireAssistantTurn(message: AssistantMessage, context: TurnContext): AssistantTurn {
  const calls = message.parts.filter(part => part.type === 'tool-call')
  const native = checkForm(nativeTurn, findReplayableTurn(message, context.origin))
  const isReplayable = native && (native.tool_calls?.length ?? 0) === calls.length && saysSomething(native)
  const turn = isReplayable ? replayTurn(native, calls, context) : rebuildTurn(message, calls, context)
  return turn.wire && calls.length > 0 ? { ...turn, wire: completeTurn(turn.wire, context) } : turn
}

/** Servers refuse a turn with neither words nor calls, even one of their own. */
function saysSomething({ content, tool_calls: calls }: NativeTurn): boolean {
  return Boolean(calls?.length) || (typeof content === 'string' && content.trim() !== '')
}

/** With what the server refuses a turn with calls without, and what another model or a gateway did not give. */
function completeTurn(wire: WireTurn, { origin, profile: { fieldsWithCalls = [], foreignCall }, isCurrent }: TurnContext): WireTurn {
  const missing = fieldsWithCalls.filter(field => !(field in wire)).map(field => [field, ''])
  const mark = isCurrent && foreignCall?.models.test(origin.model) ? foreignCall.fields : {}
  // Of several calls only the first: marks on more of them empty the answers.
  const toolCalls = wire.tool_calls?.map((call, index) => index === 0 ? { ...mark, ...call } : call)
  return { ...wire, ...Object.fromEntries(missing), tool_calls: toolCalls }
}

function replayTurn(native: NativeTurn, calls: readonly ToolCallPart[], { callIds, profile }: TurnContext): AssistantTurn {
  const wireIds = new Map(calls.map(call => [call.callId, callIds.assign(call.callId, call.providerCallId)]))
  const toolCalls = native.tool_calls?.map((raw, index) => setId(pickFields(raw, CALL_FIELDS, profile), wireIds.get(
    calls[index]?.callId ?? '',
  )))
  const turn = pickFields(native, TURN_FIELDS, profile)
  const wire = toolCalls ? { ...turn, tool_calls: toolCalls } : turn
  return { wire: wire as unknown as WireTurn /* as the server sent it */, wireIds, isReplayed: true }
}

const TURN_FIELDS: ReadonlySet<string> = new Set(['role', 'content', 'refusal', 'tool_calls'])
const CALL_FIELDS: ReadonlySet<string> = new Set(['id', 'type', 'function'])

function pickFields(
  given: Readonly<Record<string, unknown>>, known: ReadonlySet<string>, { replayedFields }: ServerProfile,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([field]) => known.has(field) || replayedFields.includes(field)))
}

/** In its own place, so that nothing else of the call moves; some servers send none, or the same one twice. */
function setId(call: Record<string, unknown>, id: string | undefined): Record<string, unknown> {
  return 'id' in call ? { ...call, id } : { id, ...call }
}

function rebuildTurn(message: AssistantMessage, calls: readonly ToolCallPart[], { names, callIds }: TurnContext): AssistantTurn {
  const text = message.parts.flatMap(part => part.type === 'text' && part.text.trim() !== '' ? [part.text] : []).join('\n\n')
  const wireIds = new Map(calls.map(({ callId }) => [callId, callIds.assign(callId)]))
  if (calls.length === 0) return { ...(text !== '' && { wire: { role: 'assistant', content: text } }), wireIds, isReplayed: false }
  const toolCalls = calls.map(call => ({
    id: wireIds.get(call.callId) ?? call.callId,
    type: 'function' as const,
    function: { name: names.toWire(call.name), arguments: toArgumentsText(call.arguments) },
  }))
  return {
    // `null`, not the empty string: proxies make an empty text block of that, which Anthropic refuses.
    wire: { role: 'assistant', content: text === '' ? null : text, tool_calls: toolCalls },
    wireIds,
    isReplayed: false,
  }
}
