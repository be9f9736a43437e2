import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { Message, TurnOrigin } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { repairHistory } from '../kit/repair-history'
import type { ToolNameMap } from '../kit/tool-names'
import type { Translation } from '../provider'
import { toWireAssistantTurn } from './assistant-turn'
import { toWireToolMessages } from './tool-messages'
import { toWireUserMessage } from './user-message'

interface MessageContext {
  readonly system?: string
  /** Where the request goes: a turn from the same place is replayed as it was. */
  readonly origin: TurnOrigin
  readonly names: ToolNameMap
}

export function toWireMessages(messages: readonly Message[], { system, origin, names }: MessageContext): Translation<ChatCompletionMessageParam[]> {
  // `system`, not `developer`: the servers of this dialect know no other.
  const wire: ChatCompletionMessageParam[] = system ? [{ role: 'system', content: system }] : []
  const warnings: TranslationWarning[] = []
  let wireIds: ReadonlyMap<string, string> = new Map()
  for (const [index, message] of repairHistory(messages).entries()) {
    if (message.role === 'assistant') {
      const turn = toWireAssistantTurn(message, origin, names)
      wireIds = turn.wireIds
      if (turn.wire) wire.push(turn.wire)
      continue
    }
    const path = `/messages/${index}`
    const part = message.role === 'user' ? toWireUserMessage(message.content, path) : toWireToolMessages(message.results, wireIds, path)
    wire.push(...[part.wire].flat())
    warnings.push(...part.warnings)
  }
  return { wire, warnings }
}
