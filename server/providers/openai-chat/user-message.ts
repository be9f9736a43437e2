import type { ChatCompletionContentPart, ChatCompletionUserMessageParam } from 'openai/resources/chat/completions'
import { noteInstead, type MediaPiece, type Piece } from '../kit/messages/content-pieces'
import type { Translation } from '../provider'
import { toOpenAiMedia } from './media-piece'

/** What a server supports beside text. */
export type SupportedMedia = ReadonlySet<'image' | 'audio' | 'pdf'>

interface Place {
  /** JSON Pointer to the content. */
  readonly path: string
  readonly takes: SupportedMedia
}

/** Text alone goes as a plain string: small servers know no content parts. */
export function toWireUserMessage(pieces: readonly Piece[], { path, takes }: Place): Translation<ChatCompletionUserMessageParam> {
  const translated = pieces.map((piece): Translation<ChatCompletionContentPart> => {
    if (piece.type === 'text') return { wire: { type: 'text', text: piece.text }, warnings: [] }
    const media = toContentPart(piece, takes)
    if (media) return { wire: media, warnings: [] }
    const { wire: text, warnings } = noteInstead(piece, { label: 'This chat server', path })
    return { wire: { type: 'text', text }, warnings }
  })
  return {
    wire: { role: 'user', content: joinTexts(translated.map(({ wire }) => wire)) },
    warnings: translated.flatMap(({ warnings }) => warnings),
  }
}

/** Two messages of a person in a row, as one: the templates of many models demand that the roles take turns. */
export function mergeUserMessages(
  first: ChatCompletionUserMessageParam, second: ChatCompletionUserMessageParam,
): ChatCompletionUserMessageParam {
  return {
    role: 'user',
    content: joinTexts([
      first, second,
    ].flatMap(({ content }) => typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content)),
  }
}

function joinTexts(parts: readonly ChatCompletionContentPart[]): ChatCompletionUserMessageParam['content'] {
  const texts = parts.flatMap(part => part.type === 'text' ? [part.text] : [])
  return texts.length === parts.length ? texts.join('\n\n') : [...parts]
}

/** Absent for what the server does not take. */
export function toContentPart(piece: MediaPiece, takes: SupportedMedia): ChatCompletionContentPart | undefined {
  const media = toOpenAiMedia(piece)
  switch (media?.type) {
    case undefined:
      return undefined
    case 'image':
      return takes.has('image') ? { type: 'image_url', image_url: { url: media.url } } : undefined
    case 'file':
      return takes.has('pdf') ? { type: 'file', file: { filename: media.name, file_data: media.url } } : undefined
    case 'audio':
      return takes.has('audio') ? { type: 'input_audio', input_audio: { data: media.data, format: media.format } } : undefined
    default:
      return media satisfies never
  }
}
