import type { ContentBlockParam } from '@anthropic-ai/sdk/resources/messages'
import { z } from 'zod'
import type { AssistantPart, Message, ToolCallPart, TurnOrigin } from '#shared/message'
import { findReplayableTurn } from '../kit/replayable-turn'
import type { ToolNameMap } from '../kit/tool-names'

type AssistantMessage = Extract<Message, { role: 'assistant' }>

interface AssistantTurn {
  readonly content: readonly ContentBlockParam[]
  /** The id each call has on the wire, by our own; its result must bear the same. */
  readonly wireIds: ReadonlyMap<string, string>
}

/** What `stream.ts` keeps of an answer: its content blocks, as they came. */
const nativeTurnSchema = z.object({ content: z.array(z.looseObject({ type: z.string(), id: z.string().optional() })).min(1) })

/** To where it came from, a turn goes back block by block: a signature is void once anything before it changes. */
export function toWireAssistantTurn(message: AssistantMessage, origin: TurnOrigin, names: ToolNameMap): AssistantTurn {
  const calls = message.parts.filter(part => part.type === 'tool-call')
  return replayTurn(calls, findReplayableTurn(message, origin)) ?? rebuildTurn(message.parts, calls, names)
}

/** Only when its calls are the ones we answer: a call left over, or one missing, fails the whole request. */
function replayTurn(calls: readonly ToolCallPart[], stored: unknown): AssistantTurn | undefined {
  const native = nativeTurnSchema.safeParse(stored)
  if (!native.success) return undefined
  const ids = native.data.content.flatMap(block => block.type === 'tool_use' ? [block.id] : [])
  if (ids.length !== calls.length || calls.some(call => call.providerCallId === undefined || !ids.includes(call.providerCallId))) return undefined
  return {
    content: native.data.content as unknown as ContentBlockParam[], // as the vendor sent them, newer kinds of block included
    wireIds: new Map(calls.map(call => [call.callId, call.providerCallId ?? call.callId])),
  }
}

function rebuildTurn(parts: readonly AssistantPart[], calls: readonly ToolCallPart[], names: ToolNameMap): AssistantTurn {
  // Calls go last, as models write them. Reasoning stays behind: another model's is refused.
  const texts = parts.flatMap(part => part.type === 'text' && part.text.trim() !== '' ? [part.text.trimEnd()] : [])
  return {
    content: [
      ...texts.map(text => ({ type: 'text' as const, text })),
      ...calls.map(call => ({ type: 'tool_use' as const, id: call.callId, name: names.toWire(call.name), input: toWireInput(call) })),
    ],
    wireIds: new Map(calls.map(({ callId }) => [callId, callId])),
  }
}

/** The vendor takes nothing but an object; the model should still see what it wrote when that was none. */
function toWireInput({ arguments: given }: ToolCallPart) {
  return given.ok ? given.value : { rawInvalidInput: given.text }
}
