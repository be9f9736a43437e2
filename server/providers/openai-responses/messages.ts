import type { ResponseInputItem } from 'openai/resources/responses/responses'
import type { Message, TurnOrigin } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { createCallIds } from '../kit/messages/call-ids'
import { toPieces } from '../kit/messages/content-pieces'
import { warnOfLostReasoning } from '../kit/messages/lost-reasoning'
import { repairHistory, type AssistantMessage } from '../kit/messages/repair-history'
import type { ToolNameMap } from '../kit/tool-names'
import { warnOnce } from '../kit/messages/warn-once'
import type { Translation } from '../provider'
import { toWireAssistantItems } from './assistant-items'
import { CALL_ID_RULE } from './call-id'
import { toInputContent, toWireOutput } from './input-content'

interface MessageContext {
  /** Where the request goes: a turn from the same place is replayed as it was. */
  readonly origin: TurnOrigin
  readonly names: ToolNameMap
}

export function toWireMessages(messages: readonly Message[], { origin, names }: MessageContext): Translation<ResponseInputItem[]> {
  const history = repairHistory(messages)
  const callIds = createCallIds(CALL_ID_RULE)
  const wire: ResponseInputItem[] = []
  const warnings: TranslationWarning[] = [...history.warnings]
  const rebuilt: (AssistantMessage & { readonly path: string })[] = []
  let wireIds: ReadonlyMap<string, string> = new Map()
  for (const entry of history.entries) {
    if (entry.role === 'assistant') {
      const turn = toWireAssistantItems(entry, { origin, names, callIds })
      wireIds = turn.wireIds
      wire.push(...turn.wire)
      if (!turn.isReplayed) rebuilt.push(entry)
    }
    else if (entry.role === 'tool') {
      for (const result of entry.results) {
        const output = toWireOutput(result)
        wire.push({ type: 'function_call_output', call_id: wireIds.get(result.callId) ?? result.callId, output: output.wire })
        warnings.push(...output.warnings)
      }
    }
    else {
      const content = toInputContent(toPieces(entry.content), { path: `${entry.path}/content` })
      wire.push({ type: 'message', role: 'user', content: content.wire })
      warnings.push(...content.warnings)
    }
  }
  // A history of which nothing is left would be refused.
  if (wire.length === 0) wire.push({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Continue.' }] })
  return { wire, warnings: [...warnOfLostReasoning(rebuilt, origin), ...warnOnce(warnings)] }
}
