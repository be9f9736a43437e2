import type { ToolResult } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { isFailure, readOutcomeText } from '../kit/outcome-text'
import type { ToolNameMap } from '../kit/tool-names'
import type { Translation } from '../provider'
import type { WireContent } from './content'
import { toInlineData } from './user-content'

interface ResponseContext {
  readonly wireIds: ReadonlyMap<string, string | undefined>
  readonly names: ToolNameMap
  /** Older models take media only beside the responses, not in them. */
  readonly takesMedia: boolean
  readonly path: string
}

/** All results of a turn in one content, in call order: Gemini counts them against the calls. */
export function toWireFunctionResponses(results: readonly ToolResult[], context: ResponseContext): Translation<WireContent> {
  const { takesMedia, path } = context
  const media = results.map(({ outcome }) => outcome.content.map(toInlineData).filter(part => part !== undefined))
  const responses = results.map((result, index) => ({
    functionResponse: { ...toResponse(result, context), ...(takesMedia && media[index]?.length && { parts: media[index] }) },
  }))
  if (takesMedia) return { wire: { role: 'user', parts: responses }, warnings: [] }
  const warnings = results.filter((_, index) => media[index]?.length).map(({ name }): TranslationWarning => (
    { tool: name, path, keyword: 'media', action: 'rewritten', reason: 'This model takes no media in a tool result; they follow after the results.' }
  ))
  return { wire: { role: 'user', parts: [...responses, ...media.flat()] }, warnings }
}

/** The result goes as text: in an object, a key named `$ref` would be taken for a reference to media. */
function toResponse({ callId, name, outcome }: ToolResult, { wireIds, names }: ResponseContext) {
  const id = wireIds.has(callId) ? wireIds.get(callId) : callId
  const text = readOutcomeText(outcome)
  return { ...(id !== undefined && { id }), name: names.toWire(name), response: isFailure(outcome) ? { error: text } : { output: text } }
}
