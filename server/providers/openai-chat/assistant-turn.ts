import type { ChatCompletionAssistantMessageParam } from 'openai/resources/chat/completions'
import { z } from 'zod'
import type { Message, ToolCallPart, TurnOrigin } from '#shared/message'
import { findReplayableTurn } from '../kit/replayable-turn'
import type { ToolNameMap } from '../kit/tool-names'
import { toArgumentsText } from './arguments-text'

type AssistantMessage = Extract<Message, { role: 'assistant' }>

export interface AssistantTurn {
  /** Absent for a turn that left nothing to say, such as one of foreign reasoning alone. */
  readonly wire?: ChatCompletionAssistantMessageParam
  /** The id each call has on the wire, by our own; its result must bear the same. */
  readonly wireIds: ReadonlyMap<string, string>
}

const nativeTurn = z.looseObject({ role: z.literal('assistant'), tool_calls: z.array(z.looseObject({})).optional() })

/** To the origin it came from, a turn goes back with all the server put into it; anywhere else it is rebuilt. */
export function toWireAssistantTurn(message: AssistantMessage, origin: TurnOrigin, names: ToolNameMap): AssistantTurn {
  const calls = message.parts.filter(part => part.type === 'tool-call')
  return replayTurn(message, calls, origin) ?? rebuildTurn(message, calls, names)
}

function replayTurn(message: AssistantMessage, calls: readonly ToolCallPart[], origin: TurnOrigin): AssistantTurn | undefined {
  const native = nativeTurn.safeParse(findReplayableTurn(message, origin))
  if (!native.success || (native.data.tool_calls?.length ?? 0) !== calls.length) return undefined
  const wireIds = new Map(calls.map((call, index) => [call.callId, chooseId(call, calls.slice(0, index))]))
  const toolCalls = native.data.tool_calls?.map((raw, index) => ({ ...raw, id: wireIds.get(calls[index]?.callId ?? '') }))
  const turn = { ...native.data, ...(toolCalls && { tool_calls: toolCalls }) }
  return { wire: turn as unknown as ChatCompletionAssistantMessageParam /* as the server sent it, fields the SDK does not know included */, wireIds }
}

/** The vendor's id where it serves: some servers send none, or the same one for all calls of a turn. */
function chooseId({ callId, providerCallId }: ToolCallPart, earlier: readonly ToolCallPart[]): string {
  const isTaken = earlier.some(call => call.providerCallId === providerCallId)
  return providerCallId && !isTaken ? providerCallId : callId
}

function rebuildTurn(message: AssistantMessage, calls: readonly ToolCallPart[], names: ToolNameMap): AssistantTurn {
  const text = message.parts.flatMap(part => part.type === 'text' ? [part.text] : []).join('\n\n')
  const wireIds = new Map(calls.map(({ callId }) => [callId, callId]))
  if (calls.length === 0) return text.trim() === '' ? { wireIds } : { wire: { role: 'assistant', content: text }, wireIds }
  const toolCalls = calls.map(call => ({
    id: call.callId,
    type: 'function' as const,
    function: { name: names.toWire(call.name), arguments: toArgumentsText(call.arguments) },
  }))
  // `null`, not the empty string: proxies make an empty text block of that, which Anthropic refuses.
  return { wire: { role: 'assistant', content: text.trim() === '' ? null : text, tool_calls: toolCalls }, wireIds }
}
