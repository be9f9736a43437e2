import type { MediaPiece } from '../kit/messages/content-pieces'

/** Media in the forms that the OpenAI interfaces know. */
export type OpenAiMedia
  = | { readonly type: 'image', readonly url: string }
    | { readonly type: 'file', readonly url: string, readonly name: string }
    | { readonly type: 'audio', readonly data: string, readonly format: 'wav' | 'mp3' }

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
const AUDIO_FORMATS: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav', 'audio/x-wav': 'wav', 'audio/wave': 'wav', 'audio/mpeg': 'mp3', 'audio/mp3': 'mp3',
}

/** Absent for what neither interface takes; an empty picture would fail the whole request. */
export function toOpenAiMedia({ mimeType, data, uri }: MediaPiece): OpenAiMedia | undefined {
  if (data === '') return undefined
  const url = `data:${mimeType};base64,${data}`
  if (IMAGE_TYPES.has(mimeType)) return { type: 'image', url }
  if (mimeType === 'application/pdf') return { type: 'file', url, name: uri?.split('/').at(-1) || 'document.pdf' }
  const format = AUDIO_FORMATS[mimeType]
  return format && { type: 'audio', data, format }
}
