import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { Message, TurnOrigin } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { createCallIds } from '../kit/messages/call-ids'
import { toPieces } from '../kit/messages/content-pieces'
import { warnOfLostReasoning } from '../kit/messages/lost-reasoning'
import { type AssistantMessage, type LocatedResult, repairHistory } from '../kit/messages/repair-history'
import type { ToolNameMap } from '../kit/tool-names'
import { warnOnce } from '../kit/messages/warn-once'
import type { Translation } from '../provider'
import { toWireAssistantTurn, type WireTurn } from './assistant-turn'
import type { ServerProfile } from './profiles'
import { toToolGroup } from './tool-messages'
import { mergeUserMessages, toWireUserMessage } from './user-message'

interface MessageContext {
  readonly system?: string
  /** The role under which this model takes its instructions; `system` unless said otherwise. */
  readonly systemRole?: 'system' | 'developer'
  /** Where the request goes: a turn from the same place is replayed as it was. */
  readonly origin: TurnOrigin
  readonly names: ToolNameMap
  readonly profile: ServerProfile
}

export function toWireMessages(messages: readonly Message[], context: MessageContext): Translation<ChatCompletionMessageParam[]> {
  const { system, systemRole = 'system', origin, profile } = context
  const history = repairHistory(messages)
  const callIds = createCallIds(profile.callIds)
  const wire: ChatCompletionMessageParam[] = system ? [{ role: systemRole, content: system }] : []
  const warnings: TranslationWarning[] = [...history.warnings]
  const rebuilt: (AssistantMessage & { readonly path: string })[] = []
  const lastRequest = history.entries.findLastIndex(({ role }) => role === 'user')
  let turn: ReturnType<typeof toWireAssistantTurn> | undefined
  for (const [index, entry] of history.entries.entries()) {
    if (entry.role === 'assistant') {
      turn = toWireAssistantTurn(entry, { ...context, callIds, isCurrent: index > lastRequest })
      // A turn with calls is added with its results, because a long one is split.
      if (turn.wire && turn.wireIds.size === 0) wire.push(turn.wire)
      if (!turn.isReplayed) rebuilt.push(entry)
    }
    else if (entry.role === 'user') {
      const { wire: message, warnings: losses } = toWireUserMessage(toPieces(entry.content), {
        path: `${entry.path}/content`, takes: profile.media,
      })
      wire.push(message)
      warnings.push(...losses)
    }
    else if (turn?.wire) {
      const exchange = toExchange(turn.wire, entry.results, { wireIds: turn.wireIds, profile })
      wire.push(...exchange.wire)
      warnings.push(...exchange.warnings)
    }
  }
  // A history of which nothing is left would be refused.
  const lacksRequest = wire.every(({ role }) => role === systemRole) || (profile.needsRequestAtEnd && wire.at(-1)?.role === 'assistant')
  if (lacksRequest) wire.push({ role: 'user', content: 'Continue.' })
  return { wire: alternate(wire, profile), warnings: [...warnOfLostReasoning(rebuilt, origin), ...warnOnce(warnings)] }
}

interface ExchangeContext { readonly wireIds: ReadonlyMap<string, string>, readonly profile: ServerProfile }

/** A turn's calls and right behind them their results; pictures come after all of them. */
function toExchange(
  turn: WireTurn, results: readonly LocatedResult[], { wireIds, profile }: ExchangeContext,
): Translation<ChatCompletionMessageParam[]> {
  const { answers, pictures, warnings } = toToolGroup(results, { wireIds, profile })
  const portions = splitTurn(turn).flatMap(({ message, ids }) => [message, ...answers.filter(answer => ids.has(answer.tool_call_id))])
  return { wire: [...portions, ...(pictures ? [pictures] : [])], warnings }
}

const BRIDGE: ChatCompletionMessageParam = { role: 'assistant', content: 'Done.' }

/** Roles take turns where the templates of models demand it: a turn with nothing left in it leaves two of a person in a row. */
function alternate(
  messages: readonly ChatCompletionMessageParam[], { needsAnswerAfterTools }: ServerProfile,
): ChatCompletionMessageParam[] {
  const wire: ChatCompletionMessageParam[] = []
  for (const message of messages) {
    const last = wire.at(-1)
    if (message.role === 'user' && last?.role === 'user') wire[wire.length - 1] = mergeUserMessages(last, message)
    else if (message.role === 'user' && last?.role === 'tool' && needsAnswerAfterTools) wire.push(BRIDGE, message)
    else wire.push(message)
  }
  return wire
}

/** Most calls in one message of the history: "array too long", github.com/langchain-ai/langchainjs/issues/9804 and others. */
const MAX_CALLS = 128

interface Portion {
  readonly message: WireTurn
  readonly ids: ReadonlySet<string>
}

/** A turn with more calls than a message may hold, as several; only the first says the text. */
function splitTurn(turn: WireTurn): readonly Portion[] {
  const calls = turn.tool_calls ?? []
  const portions: Portion[] = []
  for (let start = 0; start < calls.length; start += MAX_CALLS) {
    const some = calls.slice(start, start + MAX_CALLS)
    const message = calls.length <= MAX_CALLS ? turn : { ...turn, ...(start > 0 && { content: null }), tool_calls: some }
    portions.push({ message, ids: new Set(some.map(({ id }) => id)) })
  }
  return portions
}
