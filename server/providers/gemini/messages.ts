import type { Message, TurnOrigin } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { repairHistory } from '../kit/repair-history'
import type { ToolNameMap } from '../kit/tool-names'
import type { Translation } from '../provider'
import type { WireContent } from './content'
import { toWireFunctionResponses } from './function-responses'
import { isThirdGeneration } from './gemini-dialect'
import { toWireModelTurn } from './model-turn'
import { toWireUserContent } from './user-content'

interface MessageContext {
  /** Where the request goes: a turn from the same place is replayed as it was. */
  readonly origin: TurnOrigin
  readonly names: ToolNameMap
}

export function toWireMessages(messages: readonly Message[], { origin, names }: MessageContext): Translation<WireContent[]> {
  const history = repairHistory(messages)
  const currentTurn = history.findLastIndex(message => message.role === 'user')
  const newer = isThirdGeneration(origin.model)
  const wire: WireContent[] = []
  const warnings: TranslationWarning[] = []
  let wireIds: ReadonlyMap<string, string | undefined> = new Map()
  for (const [index, message] of history.entries()) {
    if (message.role === 'assistant') {
      const turn = toWireModelTurn(message, { origin, names, needsSignature: newer && index > currentTurn })
      wireIds = turn.wireIds
      if (turn.wire) wire.push(turn.wire)
      continue
    }
    const path = `/messages/${index}`
    const part = message.role === 'user'
      ? toWireUserContent(message.content, path)
      : toWireFunctionResponses(message.results, { wireIds, names, takesMedia: newer, path })
    wire.push(part.wire)
    warnings.push(...part.warnings)
  }
  return { wire, warnings }
}
