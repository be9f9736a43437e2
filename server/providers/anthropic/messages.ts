import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { Message, TurnOrigin } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { createCallIds, type CallIdRule } from '../kit/messages/call-ids'
import { toPieces } from '../kit/messages/content-pieces'
import { warnOfLostReasoning } from '../kit/messages/lost-reasoning'
import { repairHistory, type AssistantMessage } from '../kit/messages/repair-history'
import type { TranslatedTools } from '../kit/tools/translate-tools'
import { warnOnce } from '../kit/messages/warn-once'
import type { Translation } from '../provider'
import { isThinking, toWireAssistantTurn } from './assistant-turn'
import { toWireContent } from './content-blocks'
import { toWireToolResults } from './tool-results'

interface MessageContext extends Pick<TranslatedTools<unknown>, 'names' | 'writeArguments'> {
  /** Where the request goes: a turn from the same place is replayed as it was. */
  readonly origin: TurnOrigin
}

interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: readonly ContentBlockParam[]
  /** Whether it goes back as this very model wrote it. */
  readonly isReplayed?: boolean
}

interface WireMessages extends Translation<MessageParam[]> {
  /** Whether thinking by a budget may go on after these. */
  readonly continuesThinking: boolean
}

const CALL_ID_RULE: CallIdRule = { allowed: /[a-zA-Z0-9_-]/, minLength: 1, maxLength: 64 }

export function toWireMessages(messages: readonly Message[], { origin, names, writeArguments }: MessageContext): WireMessages {
  const history = repairHistory(messages)
  const callIds = createCallIds(CALL_ID_RULE)
  const turns: Turn[] = []
  const warnings: TranslationWarning[] = [...history.warnings]
  const rebuilt: (AssistantMessage & { readonly path: string })[] = []
  let wireIds: ReadonlyMap<string, string> = new Map()
  for (const entry of history.entries) {
    if (entry.role === 'assistant') {
      const turn = toWireAssistantTurn(entry, { origin, names, writeArguments, callIds })
      wireIds = turn.wireIds
      turns.push({ role: 'assistant', content: turn.content, isReplayed: turn.isReplayed })
      if (!turn.isReplayed) rebuilt.push(entry)
      continue
    }
    const part = entry.role === 'user'
      ? toWireContent(toPieces(entry.content), { path: `${entry.path}/content` })
      : toWireToolResults(entry.results, wireIds)
    turns.push({ role: 'user', content: part.wire })
    warnings.push(...part.warnings)
  }
  const merged = mergeTurns(turns)
  return {
    wire: frameTurns(merged).map(({ role, content }) => ({ role, content: [...content] })),
    warnings: [...warnOfLostReasoning(rebuilt, origin), ...warnOnce(warnings)],
    continuesThinking: continuesThinking(merged),
  }
}

/**
 * "Expected `thinking` or `redacted_thinking`, but found `tool_use`": a last turn with calls must begin with thinking of
 * this model, or go on with what such a turn began, as the model's own turns do between results.
 */
function continuesThinking(turns: readonly Turn[]): boolean {
  const last = turns.findLast(({ role }) => role === 'assistant')
  if (!last?.content.some(({ type }) => type === 'tool_use') || isThinking(last.content[0])) return true
  const asked = turns.slice(0, turns.indexOf(last)).findLastIndex(({ role, content }) => role === 'user'
    && content.some(({ type }) => type !== 'tool_result'))
  return last.isReplayed === true && isThinking(turns[asked + 1]?.content[0])
}

/** One message a role. Results come before what the person says next: only at the head of the message they are found. */
function mergeTurns(turns: readonly Turn[]): Turn[] {
  const merged: Turn[] = []
  for (const turn of turns.filter(({ content }) => content.length > 0)) {
    const last = merged.at(-1)
    if (last?.role === turn.role) merged[merged.length - 1] = {
      role: turn.role, content: [...last.content, ...turn.content], isReplayed: last.isReplayed && turn.isReplayed,
    }
    else merged.push(turn)
  }
  return merged
}

/** A conversation begins with the user and, because many models refuse to go on with their own words, ends there. */
function frameTurns(turns: readonly Turn[]): readonly Turn[] {
  const first = turns[0]?.role === 'user' ? [] : [sayAsUser('The conversation began earlier.')]
  const last = turns.at(-1)
  const isPaused = last?.content.some(block => block.type === 'server_tool_use') ?? false
  return [...first, ...turns, ...(last?.role === 'assistant' && !isPaused ? [sayAsUser('Continue.')] : [])]
}

function sayAsUser(text: string): Turn {
  return { role: 'user', content: [{ type: 'text', text }] }
}
