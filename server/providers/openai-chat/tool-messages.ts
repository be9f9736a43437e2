import type { ChatCompletionContentPart, ChatCompletionToolMessageParam, ChatCompletionUserMessageParam } from 'openai/resources/chat/completions'
import type { TranslationWarning } from '#shared/run-event'
import { noteInstead, readPiece, type MediaPiece, type Piece } from '../kit/content-pieces'
import { readOutcome } from '../kit/outcome-pieces'
import type { LocatedResult } from '../kit/repair-history'
import { toContentPart } from './user-message'

interface ToolGroup {
  /** One message per result, in call order. */
  readonly answers: readonly ChatCompletionToolMessageParam[]
  /** Pictures that no answer may hold, to follow after the whole group: nothing may stand between its messages. */
  readonly pictures?: ChatCompletionUserMessageParam
  readonly warnings: readonly TranslationWarning[]
}

interface GroupContext {
  /** The id each call has on the wire, by our own. */
  readonly wireIds: ReadonlyMap<string, string>
  readonly imagesInToolMessages: boolean
}

export function toToolGroup(results: readonly LocatedResult[], { wireIds, imagesInToolMessages }: GroupContext): ToolGroup {
  const read = results.map(result => ({ result, pieces: readOutcome(result.outcome).pieces }))
  const answers = read.map(({ result, pieces }): ChatCompletionToolMessageParam => ({
    role: 'tool',
    tool_call_id: wireIds.get(result.callId) ?? result.callId,
    content: imagesInToolMessages && pieces.some(isPicture) ? toParts(pieces) : pieces.map(readPiece).join('\n'),
  }))
  const following = imagesInToolMessages ? [] : read.flatMap(({ result, pieces }) => pieces.filter(isPicture).map(piece => ({ tool: result.name, piece })))
  return {
    answers,
    ...(following.length > 0 && { pictures: { role: 'user', content: following.flatMap(({ tool, piece }) => showPicture(tool, piece)) } }),
    warnings: read.flatMap(({ result, pieces }) => warnOfMedia(result, pieces, imagesInToolMessages)),
  }
}

function isPicture(piece: Piece): piece is MediaPiece {
  return piece.type === 'media' && toContentPart(piece)?.type === 'image_url'
}

/** Typed without pictures by the SDK, which knows only the vendor's own service. */
function toParts(pieces: readonly Piece[]): ChatCompletionToolMessageParam['content'] {
  const parts = pieces.map(piece => (isPicture(piece) ? toContentPart(piece) : undefined) ?? { type: 'text' as const, text: readPiece(piece) })
  return parts as ChatCompletionToolMessageParam['content']
}

function showPicture(tool: string, piece: MediaPiece): ChatCompletionContentPart[] {
  const part = toContentPart(piece)
  return part ? [{ type: 'text', text: `Image returned by ${tool}:` }, part] : []
}

function warnOfMedia({ name, path }: LocatedResult, pieces: readonly Piece[], imagesInToolMessages: boolean): readonly TranslationWarning[] {
  const place = `${path}/outcome/content`
  return pieces.flatMap((piece): readonly TranslationWarning[] => {
    if (piece.type === 'text') return []
    if (!isPicture(piece)) return noteInstead(piece, { label: 'A tool message of a chat server', path: place, tool: name }).warnings
    if (imagesInToolMessages) return []
    return [{ tool: name, path: `${place}${piece.path}`, keyword: 'image', action: 'rewritten', reason: 'A tool message holds only text here; the image follows in a user message.' }]
  })
}
