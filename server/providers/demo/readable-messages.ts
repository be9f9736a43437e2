import type { Message } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { warnOfLostReasoning } from '../kit/messages/lost-reasoning'
import type { Translation } from '../provider'

/** The history as the demo model reads it: what another model sealed for itself is none of its business. */
export function toReadableMessages(messages: readonly Message[], model: string): Translation<readonly Message[]> {
  const turns = messages.flatMap((message, index) => message.role === 'assistant' ? [{ ...message, path: `/messages/${index}` }] : [])
  const warnings: readonly TranslationWarning[] = warnOfLostReasoning(turns, { adapter: 'demo', endpoint: '', model })
  const wire = messages.map((message): Message => {
    if (message.role !== 'assistant') return message
    const { native: _sealed, ...turn } = message
    return { ...turn, parts: turn.parts.filter(part => part.type !== 'reasoning') }
  })
  return { wire, warnings }
}
