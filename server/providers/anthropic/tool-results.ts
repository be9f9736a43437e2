import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages'
import type { ToolResult } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { readOutcomeText } from '../kit/outcome-text'
import type { Translation } from '../provider'
import { toWireContent } from './content-blocks'

interface ResultContext {
  /** The id each call of the turn before bears on the wire, by our own. */
  readonly wireIds: ReadonlyMap<string, string>
  /** JSON Pointer to the message. */
  readonly path: string
}

/** All results of a turn, to go together and first into one user message. */
export function toWireToolResults(results: readonly ToolResult[], { wireIds, path }: ResultContext): Translation<ToolResultBlockParam[]> {
  const translated = results.map((result, index) => toWireToolResult(result, wireIds.get(result.callId) ?? result.callId, `${path}/results/${index}`))
  return { wire: translated.map(({ wire }) => wire), warnings: translated.flatMap(({ warnings }) => warnings) }
}

function toWireToolResult({ outcome, name }: ToolResult, wireId: string, path: string): Translation<ToolResultBlockParam> {
  const base = { type: 'tool_result' as const, tool_use_id: wireId }
  const hasMedia = outcome.content.some(block => block.type !== 'text' && block.type !== 'resource_link')
  if (outcome.status !== 'ok') {
    // An error that holds anything but text is refused.
    const warning: TranslationWarning = { tool: name, path, keyword: 'media', action: 'replaced-by-text', reason: 'The provider takes only text in a failed result.' }
    return { wire: { ...base, content: readOutcomeText(outcome), is_error: true }, warnings: hasMedia ? [warning] : [] }
  }
  if (!hasMedia) return { wire: { ...base, content: readOutcomeText(outcome) }, warnings: [] }
  const { wire: content, warnings } = toWireContent(outcome.content, `${path}/content`)
  return { wire: { ...base, content }, warnings: warnings.map(warning => ({ ...warning, tool: name })) }
}
