import type { ResponseInputItem } from 'openai/resources/responses/responses'
import type { Message, TurnOrigin } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { repairHistory } from '../kit/repair-history'
import type { ToolNameMap } from '../kit/tool-names'
import type { Translation } from '../provider'
import { toWireAssistantItems } from './assistant-items'
import { clampCallId } from './call-id'
import { toInputContent, toWireOutput } from './input-content'

interface MessageContext {
  /** Where the request goes: a turn from the same place is replayed as it was. */
  readonly origin: TurnOrigin
  readonly names: ToolNameMap
}

export function toWireMessages(messages: readonly Message[], { origin, names }: MessageContext): Translation<ResponseInputItem[]> {
  const wire: ResponseInputItem[] = []
  const warnings: TranslationWarning[] = []
  let wireIds: ReadonlyMap<string, string> = new Map()
  for (const [index, message] of repairHistory(messages).entries()) {
    if (message.role === 'assistant') {
      const turn = toWireAssistantItems(message, origin, names)
      wireIds = turn.wireIds
      wire.push(...turn.wire)
    }
    else if (message.role === 'tool') {
      wire.push(...message.results.map(({ callId, outcome }): ResponseInputItem => (
        { type: 'function_call_output', call_id: wireIds.get(callId) ?? clampCallId(callId), output: toWireOutput(outcome) }
      )))
    }
    else {
      const content = toInputContent(message.content, `/messages/${index}`)
      wire.push({ type: 'message', role: 'user', content: content.wire })
      warnings.push(...content.warnings)
    }
  }
  return { wire, warnings }
}
