import type { Message, TurnOrigin } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { type CallIdRule, createCallIds } from '../kit/messages/call-ids'
import { toPieces } from '../kit/messages/content-pieces'
import { warnOfLostReasoning } from '../kit/messages/lost-reasoning'
import { type AssistantMessage, repairHistory } from '../kit/messages/repair-history'
import type { TranslatedTools } from '../kit/tools/translate-tools'
import { warnOnce } from '../kit/messages/warn-once'
import type { Translation } from '../provider'
import type { WireContent } from './content'
import { toWireFunctionResponses } from './function-responses'
import { isThirdGeneration } from './gemini-dialect'
import { toWireModelTurn, type WireCall } from './model-turn'
import { toWireUserContent } from './user-content'

interface MessageContext extends Pick<TranslatedTools<unknown>, 'names' | 'writeArguments'> {
  /** Where the request goes: a turn from the same place is replayed as it was. */
  readonly origin: TurnOrigin
  /** Whose rules hold; another than the origin's where that is an alias. */
  readonly model: string
}

const CALL_ID_RULE: CallIdRule = { allowed: /[a-zA-Z0-9_-]/, minLength: 1, maxLength: 64 }

export function toWireMessages(
  messages: readonly Message[], { origin, model, names, writeArguments }: MessageContext,
): Translation<WireContent[]> {
  const { entries, warnings: repairs } = repairHistory(messages)
  const callIds = createCallIds(CALL_ID_RULE)
  const currentTurn = entries.findLastIndex(entry => entry.role === 'user')
  const newer = isThirdGeneration(model)
  const wire: WireContent[] = []
  const warnings: TranslationWarning[] = [...repairs]
  const rebuilt: (AssistantMessage & { readonly path: string })[] = []
  let wireCalls: ReadonlyMap<string, WireCall> = new Map()
  for (const [index, entry] of entries.entries()) {
    if (entry.role === 'assistant') {
      const turn = toWireModelTurn(entry, { origin, names, writeArguments, callIds, needsSignature: newer && index > currentTurn })
      wireCalls = turn.wireCalls
      if (turn.wire) wire.push(turn.wire)
      if (!turn.isReplayed) rebuilt.push(entry)
      continue
    }
    if (entry.role === 'user') {
      const said = toWireUserContent(toPieces(entry.content), `${entry.path}/content`)
      wire.push(said.wire)
      warnings.push(...said.warnings)
      continue
    }
    const answered = toWireFunctionResponses(entry.results, { wireCalls, takesMedia: newer })
    wire.push(...answered.wire)
    warnings.push(...answered.warnings)
  }
  return { wire: frameContents(wire), warnings: [...warnOfLostReasoning(rebuilt, origin), ...warnOnce(warnings)] }
}

/**
 * Turns that alternate, begin with the user and end there. Whether the service would take others is not documented, and
 * this form is taken always. Function responses keep a content of their own: they are counted against the calls before.
 */
function frameContents(contents: readonly WireContent[]): WireContent[] {
  const merged: WireContent[] = []
  for (const content of contents) {
    const last = merged.at(-1)
    // Parts stay as they are: what joins are the pieces of an answer that went on, or was stopped and asked for again.
    if (last?.role === content.role && !isResponse(last) && !isResponse(content)) {
      merged[merged.length - 1] = { role: last.role, parts: [...last.parts, ...content.parts] }
    }
    else merged.push(content)
  }
  const first = merged[0]?.role === 'user' ? [] : [sayAsUser('The conversation began earlier.')]
  return [...first, ...merged, ...(merged.at(-1)?.role === 'model' ? [sayAsUser('Continue.')] : [])]
}

function isResponse({ parts }: WireContent): boolean {
  return parts.some(part => typeof part === 'object' && part !== null && 'functionResponse' in part)
}

function sayAsUser(text: string): WireContent {
  return { role: 'user', parts: [{ text }] }
}
