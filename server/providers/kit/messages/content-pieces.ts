import type { ContentBlock } from '#shared/content'
import type { TranslationWarning } from '#shared/run-event'
import type { Translation } from '../../provider'
import { readMediaBytes } from './media-bytes'
import { isTextType, readMediaKind, type MediaKind } from './media-type'

interface TextPiece { readonly type: 'text', readonly text: string }

/** Bytes that a provider takes in a form of its own, or not at all. */
export interface MediaPiece {
  readonly type: 'media'
  readonly kind: MediaKind
  /** That of the bytes; empty when nobody knows it. */
  readonly mimeType: string
  /** Base64 in one line; empty when the tool or the person gave nothing, which every vendor refuses. */
  readonly data: string
  /** Absent for a picture or a sound that came without a name. */
  readonly uri?: string
  /** JSON Pointer from the list the block stands in. */
  readonly path: string
}

/** Content as a model can be given it: what can be read is text, and only what cannot is left for the vendor's form. */
export type Piece = TextPiece | MediaPiece

export function toPieces(blocks: readonly ContentBlock[]): readonly Piece[] {
  // A blank text is refused by some, and tells nothing to any.
  return blocks.map((block, index) => toPiece(block, `/${index}`)).filter(piece => piece.type === 'media' || piece.text.trim() !== '')
}

function toPiece(block: ContentBlock, path: string): Piece {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'resource_link':
      return { type: 'text', text: [block.name, block.uri, block.description].filter(Boolean).join(' · ') }
    case 'image':
    case 'audio':
      return { type: 'media', kind: block.type, ...readMediaBytes(block.data, block.mimeType), path }
    case 'resource': {
      const { text, blob, uri, mimeType = '' } = block.resource
      if (blob === undefined) return { type: 'text', text: `${uri}\n${text ?? ''}` }
      const bytes = readMediaBytes(blob, mimeType)
      if (isTextType(bytes.mimeType) && bytes.data !== '') {
        return { type: 'text', text: `${uri}\n${Buffer.from(bytes.data, 'base64').toString('utf8')}` }
      }
      return { type: 'media', kind: readMediaKind(bytes.mimeType), ...bytes, uri, path }
    }
    default:
      return block satisfies never
  }
}

/** A piece as text; media become a note, so that the model knows that something was there. */
export function readPiece(piece: Piece): string {
  if (piece.type === 'text') return piece.text
  const { kind, uri, mimeType, data } = piece
  const type = mimeType || 'unknown type'
  return `[${uri === undefined ? kind : `file ${uri}`}, ${type}${data === '' ? ', empty' : ''}]`
}

interface MediaPlace {
  /** Who does not take it, in the reason for a person. */
  readonly label: string
  /** JSON Pointer to the list the piece stands in. */
  readonly path: string
  readonly tool?: string
}

/** The note in place of media that a vendor does not take here, and the warning that says so. */
export function noteInstead(piece: MediaPiece, { label, path, tool }: MediaPlace): Translation<string> {
  const why = piece.data === '' ? `The ${piece.kind} is empty` : `${label} takes no ${nameMedia(piece)} here`
  const warning: TranslationWarning = {
    ...(tool !== undefined && { tool }),
    path: `${path}${piece.path}`,
    keyword: piece.kind,
    action: 'replaced-by-text',
    reason: `${why}; a note stands in its place.`,
  }
  return { wire: readPiece(piece), warnings: [warning] }
}

function nameMedia({ kind, mimeType }: MediaPiece): string {
  if (kind === 'file') return mimeType === '' ? 'file of unknown type' : mimeType
  return kind === 'pdf' ? 'PDF' : `${kind} (${mimeType || 'unknown type'})`
}
