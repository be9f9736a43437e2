import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { Message, TurnOrigin } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { repairHistory } from '../kit/repair-history'
import type { ToolNameMap } from '../kit/tool-names'
import type { Translation } from '../provider'
import { toWireAssistantTurn } from './assistant-turn'
import { toWireContent } from './content-blocks'
import { toWireToolResults } from './tool-results'

interface MessageContext {
  /** Where the request goes: a turn from the same place is replayed as it was. */
  readonly origin: TurnOrigin
  readonly names: ToolNameMap
}

interface Turn { readonly role: 'user' | 'assistant', readonly content: readonly ContentBlockParam[] }

export function toWireMessages(messages: readonly Message[], context: MessageContext): Translation<MessageParam[]> {
  const turns: Turn[] = []
  const warnings: TranslationWarning[] = []
  let wireIds: ReadonlyMap<string, string> = new Map()
  for (const [index, message] of repairHistory(messages).entries()) {
    if (message.role === 'assistant') {
      const turn = toWireAssistantTurn(message, context.origin, context.names)
      wireIds = turn.wireIds
      turns.push({ role: 'assistant', content: turn.content })
      continue
    }
    const path = `/messages/${index}`
    const part = message.role === 'user' ? toWireContent(message.content, `${path}/content`) : toWireToolResults(message.results, { wireIds, path })
    turns.push({ role: 'user', content: part.wire })
    warnings.push(...part.warnings)
  }
  return { wire: frameTurns(mergeTurns(turns)).map(({ role, content }) => ({ role, content: [...content] })), warnings }
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
