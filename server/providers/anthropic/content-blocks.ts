import type { Base64ImageSource, DocumentBlockParam, ImageBlockParam, TextBlockParam } from '@anthropic-ai/sdk/resources/messages'
import { cutText } from '#shared/cut-text'
import { noteInstead, type MediaPiece, type Piece } from '../kit/messages/content-pieces'
import type { Translation } from '../provider'

export type WireContent = TextBlockParam | ImageBlockParam | DocumentBlockParam

const IMAGE_TYPES: readonly Base64ImageSource['media_type'][] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** Characters, as the vendor's OpenAPI description has it. */
const MAX_TITLE = 500

interface Place {
  /** JSON Pointer to the list of blocks. */
  readonly path: string
  readonly tool?: string
}

/** Blocks a user message and a tool result may hold. What the vendor has no form for becomes a note in words. */
export function toWireContent(pieces: readonly Piece[], place: Place): Translation<WireContent[]> {
  const translated = pieces.map(piece => toWireBlock(piece, place))
  return { wire: translated.map(({ wire }) => wire), warnings: translated.flatMap(({ warnings }) => warnings) }
}

function toWireBlock(piece: Piece, place: Place): Translation<WireContent> {
  if (piece.type === 'text') return { wire: { type: 'text', text: piece.text }, warnings: [] }
  const media = toWireMedia(piece)
  if (media) return { wire: media, warnings: [] }
  const { wire: text, warnings } = noteInstead(piece, { ...place, label: 'Anthropic' })
  return { wire: { type: 'text', text }, warnings }
}

function toWireMedia({ data, mimeType, uri }: MediaPiece): WireContent | undefined {
  if (data === '') return undefined
  const imageType = IMAGE_TYPES.find(type => type === mimeType)
  if (imageType) return { type: 'image', source: { type: 'base64', media_type: imageType, data } }
  if (mimeType !== 'application/pdf') return undefined
  return { type: 'document', source: { type: 'base64', media_type: mimeType, data }, ...(uri && { title: cutText(uri, MAX_TITLE) }) }
}
