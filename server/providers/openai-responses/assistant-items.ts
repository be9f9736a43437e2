import type { ResponseInputItem } from 'openai/resources/responses/responses'
import { z } from 'zod'
import type { AssistantPart, Message, ToolCallPart, TurnOrigin } from '#shared/message'
import { findReplayableTurn } from '../kit/replayable-turn'
import type { ToolNameMap } from '../kit/tool-names'
import { toArgumentsText } from '../openai-chat/arguments-text'
import { clampCallId } from './call-id'

type AssistantMessage = Extract<Message, { role: 'assistant' }>

export interface AssistantItems {
  readonly wire: ResponseInputItem[]
  /** The `call_id` each call has on the wire, by our own; its output must bear the same. */
  readonly wireIds: ReadonlyMap<string, string>
}

const outputItems = z.array(z.looseObject({ type: z.string(), call_id: z.string().optional() })).min(1)
type OutputItem = z.infer<typeof outputItems>[number]

export function toWireAssistantItems(message: AssistantMessage, origin: TurnOrigin, names: ToolNameMap): AssistantItems {
  return replayItems(message, origin) ?? rebuildItems(message.parts, names)
}

/** All items in order and unchanged: reasoning is refused without the item it led to, and that item without it. */
function replayItems(message: AssistantMessage, origin: TurnOrigin): AssistantItems | undefined {
  const native = outputItems.safeParse(findReplayableTurn(message, origin))
  if (!native.success) return undefined
  const calls = message.parts.filter(part => part.type === 'tool-call')
  const replayedIds = native.data.flatMap(item => item.type === 'function_call' && item.call_id !== undefined ? [item.call_id] : [])
  if (replayedIds.length !== calls.length || calls.some(call => !replayedIds.includes(call.providerCallId ?? ''))) return undefined
  const wire = withUsableReasoning(native.data).map(item => (item.call_id === undefined ? item : { ...item, call_id: clampCallId(item.call_id) }))
  const wireIds = new Map(calls.map(({ callId, providerCallId = callId }) => [callId, clampCallId(providerCallId)]))
  return { wire: wire as unknown as ResponseInputItem[] /* output items as the service sent them; it takes them back as input */, wireIds }
}

/**
 * Nothing is stored there, so an id alone refers to nothing: reasoning without its encrypted content cannot go back,
 * and then the items that followed it may not claim that they did.
 */
function withUsableReasoning(items: readonly OutputItem[]): OutputItem[] {
  if (items.every(item => item.type !== 'reasoning' || Boolean(item.encrypted_content))) return [...items]
  return items.filter(item => item.type !== 'reasoning').map(({ id: _id, ...item }) => item)
}

function rebuildItems(parts: readonly AssistantPart[], names: ToolNameMap): AssistantItems {
  const calls = parts.filter(part => part.type === 'tool-call')
  return {
    wire: parts.flatMap((part): ResponseInputItem[] => {
      if (part.type === 'tool-call') return [toCallItem(part, names)]
      return part.type === 'text' && part.text.trim() !== '' ? [toMessageItem(part.text)] : []
    }),
    wireIds: new Map(calls.map(({ callId }) => [callId, clampCallId(callId)])),
  }
}

/** Without `id`: the service takes only the ids it gave, and refuses any that does not begin with `fc`. */
function toCallItem({ callId, name, arguments: args }: ToolCallPart, names: ToolNameMap): ResponseInputItem {
  return { type: 'function_call', call_id: clampCallId(callId), name: names.toWire(name), arguments: toArgumentsText(args) }
}

function toMessageItem(text: string): ResponseInputItem {
  const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }
  return item as unknown as ResponseInputItem /* the SDK demands an id, which only the service can give */
}
