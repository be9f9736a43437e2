import type { ContentBlockParam } from '@anthropic-ai/sdk/resources/messages'
import { z } from 'zod'
import type { AssistantPart, CallArguments, ToolCallPart, TurnOrigin } from '#shared/message'
import type { CallIds } from '../kit/messages/call-ids'
import type { AssistantMessage } from '../kit/messages/repair-history'
import { checkForm, findReplayableTurn } from '../kit/messages/replayable-turn'
import type { TranslatedTools } from '../kit/tools/translate-tools'

interface AssistantTurn {
  readonly content: readonly ContentBlockParam[]
  /** The id each call has on the wire, by our own; its result must bear the same. */
  readonly wireIds: ReadonlyMap<string, string>
  readonly isReplayed: boolean
}

interface TurnContext extends Pick<TranslatedTools<unknown>, 'names' | 'writeArguments'> {
  readonly origin: TurnOrigin
  readonly callIds: CallIds
}

/** What `stream.ts` keeps of an answer: its content blocks, as they came. */
const nativeTurnSchema = z.looseObject({ content: z.array(z.looseObject({ type: z.string(), id: z.string().optional() })).min(1) })

export function isThinking(block: { readonly type: string } | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking'
}

/** To where it came from, a turn goes back block by block: a signature is void once anything before it changes. */
export function toWireAssistantTurn(message: AssistantMessage, context: TurnContext): AssistantTurn {
  const calls = message.parts.filter(part => part.type === 'tool-call')
  return replayTurn(calls, findReplayableTurn(message, context.origin), context.callIds) ?? rebuildTurn(message.parts, calls, context)
}

/**
 * Only when its calls are the ones we answer: a call left over, one missing, or an id twice fails the whole request, and
 * so does thinking at the end ("The final block in an assistant message cannot be `thinking`").
 */
function replayTurn(calls: readonly ToolCallPart[], stored: unknown, callIds: CallIds): AssistantTurn | undefined {
  const native = checkForm(nativeTurnSchema, stored)
  if (!native || isThinking(native.content.at(-1))) return undefined
  const ids = new Set(calls.map(call => call.providerCallId))
  const sent = native.content.flatMap(block => block.type === 'tool_use' ? [block.id] : [])
  if (sent.length !== calls.length
    || ids.size !== calls.length
    || sent.some(id => id === undefined || !ids.has(id) || callIds.isUsed(id))) {
    return undefined
  }
  return {
    content: native.content as unknown as ContentBlockParam[], // as the vendor sent them, newer kinds of block included
    wireIds: new Map(calls.map(({ callId, providerCallId }) => [callId, callIds.assign(callId, providerCallId)])),
    isReplayed: true,
  }
}

function rebuildTurn(
  parts: readonly AssistantPart[], calls: readonly ToolCallPart[], { names, writeArguments, callIds }: TurnContext,
): AssistantTurn {
  // Calls go last, as models write them. Reasoning stays behind: another model's is refused.
  const texts = parts.flatMap(part => part.type === 'text' && part.text.trim() !== '' ? [part.text.trimEnd()] : [])
  const wireIds = new Map(calls.map(({ callId }) => [callId, callIds.assign(callId)]))
  return {
    content: [
      ...texts.map(text => ({ type: 'text' as const, text })),
      ...calls.map(call => ({
        type: 'tool_use' as const, id: wireIds.get(call.callId) ?? call.callId, name: names.toWire(
          call.name,
        ), input: toWireInput(writeArguments(
          call.name, call.arguments,
        )),
      })),
    ],
    wireIds,
    isReplayed: false,
  }
}

/** The vendor takes nothing but an object; the model should still see what it wrote when that was none. */
function toWireInput(given: CallArguments) {
  return given.ok ? given.value : { unparsed_arguments: given.text }
}
