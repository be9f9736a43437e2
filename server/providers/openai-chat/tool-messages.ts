import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { ToolResult } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { readOutcomeText } from '../kit/outcome-text'
import type { Translation } from '../provider'
import { toMediaPiece } from './media-piece'
import { toContentPart } from './user-message'

/**
 * One message per result, and after the whole group one user message with their pictures: a tool message holds only
 * text, and nothing may stand between the results of a turn.
 */
export function toWireToolMessages(results: readonly ToolResult[], wireIds: ReadonlyMap<string, string>, path: string): Translation<ChatCompletionMessageParam[]> {
  const answers = results.map(({ callId, outcome }) => ({
    role: 'tool' as const,
    tool_call_id: wireIds.get(callId) ?? callId,
    content: readOutcomeText(outcome),
  }))
  const images = results.flatMap(readImages)
  if (images.length === 0) return { wire: answers, warnings: [] }
  return {
    wire: [...answers, { role: 'user', content: images.flatMap(({ tool, piece }) => [{ type: 'text' as const, text: `Image returned by ${tool}:` }, toContentPart(piece)]) }],
    warnings: images.map(({ tool }): TranslationWarning => (
      { tool, path, keyword: 'image', action: 'rewritten', reason: 'A tool message holds only text here; the image follows in a user message.' }
    )),
  }
}

function readImages({ name, outcome }: ToolResult) {
  return outcome.content.map(toMediaPiece).flatMap(piece => piece.type === 'image' ? [{ tool: name, piece }] : [])
}
