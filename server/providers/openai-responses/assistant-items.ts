import type { ResponseInputItem } from 'openai/resources/responses/responses'
import { z } from 'zod'
import type { AssistantPart, ToolCallPart, TurnOrigin } from '#shared/message'
import type { CallIds } from '../kit/messages/call-ids'
import type { AssistantMessage } from '../kit/messages/repair-history'
import { checkForm, findReplayableTurn } from '../kit/messages/replayable-turn'
import type { ToolNameMap } from '../kit/tool-names'
import { toArgumentsText } from '../openai-chat/arguments-text'
import { CALL_ID_RULE } from './call-id'

export interface AssistantItems {
  readonly wire: readonly ResponseInputItem[]
  /** The `call_id` each call has on the wire, by our own; its output must bear the same. */
  readonly wireIds: ReadonlyMap<string, string>
  readonly isReplayed: boolean
}

interface TurnContext {
  readonly origin: TurnOrigin
  readonly names: ToolNameMap
  readonly callIds: CallIds
}

const outputItems = z.array(z.looseObject({ type: z.string(), call_id: z.string().nullish() })).min(1)
export type OutputItem = z.infer<typeof outputItems>[number]

export function toWireAssistantItems(message: AssistantMessage, context: TurnContext): AssistantItems {
  return replayItems(message, context) ?? rebuildItems(message.parts, context)
}

/** All items in order and unchanged: reasoning is refused without the item it led to, and that item without it. */
function replayItems(message: AssistantMessage, { origin, callIds }: TurnContext): AssistantItems | undefined {
  const native = checkForm(outputItems, findReplayableTurn(message, origin))
  if (!native) return undefined
  const calls = message.parts.filter(part => part.type === 'tool-call')
  const ids = new Set(calls.map(call => call.providerCallId))
  const sent = native.flatMap(item => item.type === 'function_call' ? [item.call_id] : [])
  if (sent.length !== calls.length || ids.size !== calls.length || sent.some(id => !id || !ids.has(id) || callIds.isUsed(id))) {
    return undefined
  }
  const wireIds = new Map(calls.map(({ callId, providerCallId = callId }) => [providerCallId, assignId(callId, providerCallId, callIds)]))
  return {
    // output items as the service sent them; it takes them back as input
    wire: withUsableReasoning(native).map(item => setCallId(item, wireIds)) as unknown as ResponseInputItem[],
    wireIds: new Map(calls.map(({ callId, providerCallId = callId }) => [callId, wireIds.get(providerCallId) ?? providerCallId])),
    isReplayed: true,
  }
}

/** The service's own id, shortened alike on the call and on its output where a gateway made it too long. */
function assignId(callId: string, providerCallId: string, callIds: CallIds): string {
  return providerCallId.length <= CALL_ID_RULE.maxLength ? callIds.assign(callId, providerCallId) : callIds.assign(providerCallId)
}

function setCallId(item: OutputItem, wireIds: ReadonlyMap<string, string>): OutputItem {
  const id = item.call_id ? wireIds.get(item.call_id) : undefined
  return id === undefined || id === item.call_id ? item : { ...item, call_id: id }
}

/**
 * Nothing is stored there, so an id alone refers to nothing: reasoning without its encrypted content cannot go back.
 * Neither can reasoning that led to nothing, at the end of an empty answer.
 */
function withUsableReasoning(items: readonly OutputItem[]): readonly OutputItem[] {
  const end = items.findLastIndex(item => item.type !== 'reasoning') + 1
  const led = items.slice(0, end)
  return led.every(item => item.type !== 'reasoning' || Boolean(item.encrypted_content)) ? led : withoutReasoning(led)
}

/** Items without reasoning; those that followed it may then not claim, by their ids, that they did. */
export function withoutReasoning(items: readonly OutputItem[]): OutputItem[] {
  return items.filter(item => item.type !== 'reasoning').map(({ id: _id, ...item }) => item)
}

function rebuildItems(parts: readonly AssistantPart[], { names, callIds }: TurnContext): AssistantItems {
  const calls = parts.filter(part => part.type === 'tool-call')
  const wireIds = new Map(calls.map(({ callId }) => [callId, callIds.assign(callId)]))
  const wire = parts.flatMap((part): ResponseInputItem[] => {
    if (part.type === 'tool-call') return [toCallItem(part, wireIds.get(part.callId) ?? part.callId, names)]
    return part.type === 'text' && part.text.trim() !== '' ? [toMessageItem(part.text)] : []
  })
  return { wire, wireIds, isReplayed: false }
}

/** Without `id`: the service takes only the ids it gave, and refuses any that does not begin with `fc`. */
function toCallItem({ name, arguments: args }: ToolCallPart, callId: string, names: ToolNameMap): ResponseInputItem {
  return { type: 'function_call', call_id: callId, name: names.toWire(name), arguments: toArgumentsText(args) }
}

function toMessageItem(text: string): ResponseInputItem {
  const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }
  return item as unknown as ResponseInputItem /* the SDK demands an id, which only the service can give */
}
