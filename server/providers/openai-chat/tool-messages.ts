import type {
  ChatCompletionContentPart, ChatCompletionToolMessageParam, ChatCompletionUserMessageParam,
} from 'openai/resources/chat/completions'
import type { TranslationWarning } from '#shared/run-event'
import { noteInstead, readPiece, type Piece } from '../kit/messages/content-pieces'
import { readOutcome } from '../kit/messages/outcome-pieces'
import type { LocatedResult } from '../kit/messages/repair-history'
import type { ServerProfile } from './profiles'
import { toContentPart } from './user-message'

interface ToolGroup {
  /** One message per result, in call order. */
  readonly answers: readonly ChatCompletionToolMessageParam[]
  /** Pictures that no answer may hold, to follow after the whole group: nothing may stand between its messages. */
  readonly pictures?: ChatCompletionUserMessageParam
  readonly warnings: readonly TranslationWarning[]
}

type MediaSwitches = Pick<ServerProfile, 'media' | 'imagesInToolMessages'>

interface GroupContext {
  /** The id each call has on the wire, by our own. */
  readonly wireIds: ReadonlyMap<string, string>
  readonly profile: MediaSwitches
}

/** A piece of a result, with the part it is as a picture; anything else can only be described in text. */
interface ReadPiece { readonly piece: Piece, readonly picture?: ChatCompletionContentPart }

export function toToolGroup(results: readonly LocatedResult[], { wireIds, profile }: GroupContext): ToolGroup {
  const read = results.map(result => ({ result, pieces: readPieces(result, profile) }))
  const following = profile.imagesInToolMessages
    ? []
    : read.flatMap(({ result, pieces }) => pieces.flatMap(({ picture }) => picture ? showPicture(result.name, picture) : []))
  return {
    answers: read.map(({ result, pieces }) => ({
      role: 'tool', tool_call_id: wireIds.get(result.callId) ?? result.callId, content: toToolContent(pieces, profile),
    })),
    ...(following.length > 0 && { pictures: { role: 'user', content: following } }),
    warnings: read.flatMap(({ result, pieces }) => pieces.flatMap(piece => warnOfMedia(result, piece, profile))),
  }
}

function readPieces({ outcome }: LocatedResult, { media }: MediaSwitches): readonly ReadPiece[] {
  return readOutcome(outcome).pieces.map((piece) => {
    const part = piece.type === 'media' ? toContentPart(piece, media) : undefined
    return part?.type === 'image_url' ? { piece, picture: part } : { piece }
  })
}

function toToolContent(pieces: readonly ReadPiece[], { imagesInToolMessages }: MediaSwitches): ChatCompletionToolMessageParam['content'] {
  if (!imagesInToolMessages || pieces.every(({ picture }) => !picture)) return pieces.map(({ piece }) => readPiece(piece)).join('\n')
  const parts = pieces.map(({ piece, picture }) => picture ?? { type: 'text' as const, text: readPiece(piece) })
  return parts as ChatCompletionToolMessageParam['content'] // the SDK knows only the vendor's own service, which takes no pictures here
}

function showPicture(tool: string, picture: ChatCompletionContentPart): ChatCompletionContentPart[] {
  return [{ type: 'text', text: `Image returned by ${tool}:` }, picture]
}

function warnOfMedia(
  { name, path }: LocatedResult, { piece, picture }: ReadPiece, { imagesInToolMessages }: MediaSwitches,
): readonly TranslationWarning[] {
  if (piece.type === 'text') return []
  const place = `${path}/outcome/content`
  if (!picture) return noteInstead(piece, { label: 'A tool message of this chat server', path: place, tool: name }).warnings
  if (imagesInToolMessages) return []
  return [{
    tool: name,
    path: `${place}${piece.path}`,
    keyword: 'image',
    action: 'rewritten',
    reason: 'A tool message holds only text here; the image follows in a user message.',
  }]
}
