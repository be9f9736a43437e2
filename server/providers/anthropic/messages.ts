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
import { toWireAssistantTurn } from './assistant-turn'
import { toWireContent } from './content-blocks'
import { toWireToolResults } from './tool-results'

interface MessageContext extends Pick<TranslatedTools<unknown>, 'names' | 'writeArguments'> {
  /** Where the request goes: a turn from the same place is replayed as it was. */
  readonly origin: TurnOrigin
}

interface Turn { readonly role: 'user' | 'assistant', readonly content: readonly ContentBlockParam[] }

const CALL_ID_RULE: CallIdRule = { allowed: /[a-zA-Z0-9_-]/, minLength: 1, maxLength: 64 }

export function toWireMessages(messages: readonly Message[], { origin, names, writeArguments }: MessageContext): Translation<MessageParam[]> {
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
      turns.push({ role: 'assistant', content: turn.content })
      if (!turn.isReplayed) rebuilt.push(entry)
      continue
    }
    const part = entry.role === 'user'
      ? toWireContent(toPieces(entry.content), { path: `${entry.path}/content` })
      : toWireToolResults(entry.results, wireIds)
    turns.push({ role: 'user', content: part.wire })
    warnings.push(...part.warnings)
  }
  return {
    wire: frameTurns(mergeTurns(turns)).map(({ role, content }) => ({ role, content: [...content] })),
    warnings: [...warnOfLostReasoning(rebuilt, origin), ...warnOnce(warnings)],
  }
}

/** One message a role. Results come before what the person says next: only at the head of the message they are found. */
function mergeTurns(turns: readonly Turn[]): Turn[] {
  const merged: Turn[] = []
  for (const turn of turns.filter(({ content }) => content.length > 0)) {
    const last = merged.at(-1)
    if (last?.role === turn.role) merged[merged.length - 1] = { role: turn.role, content: [...last.content, ...turn.content] }
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
