import { noteInstead, type MediaPiece, type Piece } from '../kit/messages/content-pieces'
import type { Translation } from '../provider'
import type { WireContent } from './content'

/** Formats of pictures that Gemini lists; sounds, films and PDFs are taken in any common form. */
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'])
const OTHER_MEDIA = /^(?:audio|video)\/|^application\/pdf$/

export interface InlineData { readonly inlineData: { readonly mimeType: string, readonly data: string } }

export function toWireUserContent(pieces: readonly Piece[], path: string): Translation<WireContent> {
  const translated = pieces.map((piece): Translation<object> => {
    if (piece.type === 'text') return { wire: { text: piece.text }, warnings: [] }
    const media = toInlineData(piece)
    if (media) return { wire: media, warnings: [] }
    const { wire: text, warnings } = noteInstead(piece, { label: 'Gemini', path })
    return { wire: { text }, warnings }
  })
  return { wire: { role: 'user', parts: translated.map(({ wire }) => wire) }, warnings: translated.flatMap(({ warnings }) => warnings) }
}

/** Absent for what is empty, or of a kind that Gemini does not take. */
export function toInlineData({ data, mimeType }: MediaPiece): InlineData | undefined {
  const isSupported = data !== '' && (IMAGE_TYPES.has(mimeType) || OTHER_MEDIA.test(mimeType))
  return isSupported ? { inlineData: { mimeType, data } } : undefined
}
