import type { ContentBlock } from '#shared/content'
import type { TranslationWarning } from '#shared/run-event'
import { readBlockText } from '../kit/outcome-text'

/** A content block as the OpenAI interfaces can take it. */
export type MediaPiece
  = | { readonly type: 'text', readonly text: string }
    | { readonly type: 'image', readonly url: string }
    | { readonly type: 'file', readonly url: string, readonly name: string }
    | { readonly type: 'audio', readonly data: string, readonly format: 'wav' | 'mp3' }
    /** Neither interface takes it: a note in its place. */
    | { readonly type: 'note', readonly text: string, readonly mimeType: string }

const AUDIO_FORMATS: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav', 'audio/x-wav': 'wav', 'audio/wave': 'wav', 'audio/mpeg': 'mp3', 'audio/mp3': 'mp3',
}

export function toMediaPiece(block: ContentBlock): MediaPiece {
  if (block.type === 'image') return toBinaryPiece(block, block.data, block.mimeType)
  if (block.type === 'audio') return toBinaryPiece(block, block.data, block.mimeType)
  if (block.type !== 'resource') return { type: 'text', text: readBlockText(block) }
  const { text, blob, mimeType = 'application/octet-stream', uri } = block.resource
  if (blob !== undefined) return toBinaryPiece(block, blob, mimeType)
  return { type: 'text', text: `${uri}\n${text ?? ''}` }
}

function toBinaryPiece(block: ContentBlock, data: string, mimeType: string): MediaPiece {
  const url = `data:${mimeType};base64,${data}`
  const format = AUDIO_FORMATS[mimeType]
  // An empty picture fails the whole request.
  if (data !== '') {
    if (mimeType.startsWith('image/')) return { type: 'image', url }
    if (mimeType === 'application/pdf') return { type: 'file', url, name: readFileName(block) }
    if (format) return { type: 'audio', data, format }
  }
  return { type: 'note', text: readBlockText(block), mimeType }
}

function readFileName(block: ContentBlock): string {
  const name = block.type === 'resource' ? block.resource.uri.split('/').at(-1) : undefined
  return name || 'document.pdf'
}

export function warnOfNote(mimeType: string, path: string): TranslationWarning {
  return { path, keyword: mimeType, action: 'replaced-by-text', reason: 'The provider takes no content of this kind here; a note stands in its place.' }
}
