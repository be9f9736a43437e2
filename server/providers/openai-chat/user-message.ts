import type { ChatCompletionContentPart, ChatCompletionUserMessageParam } from 'openai/resources/chat/completions'
import type { UserContent } from '#shared/content'
import type { Translation } from '../provider'
import { toMediaPiece, warnOfNote, type MediaPiece } from './media-piece'

/** Text alone goes as a plain string: small servers know no content parts. */
export function toWireUserMessage(content: UserContent, path: string): Translation<ChatCompletionUserMessageParam> {
  const pieces = content.map(toMediaPiece)
  const warnings = pieces.flatMap((piece, index) => piece.type === 'note' ? [warnOfNote(piece.mimeType, `${path}/content/${index}`)] : [])
  const texts = pieces.flatMap(piece => piece.type === 'text' || piece.type === 'note' ? [piece.text] : [])
  const wire = texts.length === pieces.length ? texts.join('\n\n') : pieces.map(toContentPart)
  return { wire: { role: 'user', content: wire }, warnings }
}

export function toContentPart(piece: MediaPiece): ChatCompletionContentPart {
  switch (piece.type) {
    case 'text':
    case 'note':
      return { type: 'text', text: piece.text }
    case 'image':
      return { type: 'image_url', image_url: { url: piece.url } }
    case 'file':
      return { type: 'file', file: { filename: piece.name, file_data: piece.url } }
    case 'audio':
      return { type: 'input_audio', input_audio: { data: piece.data, format: piece.format } }
    default:
      return piece satisfies never
  }
}
