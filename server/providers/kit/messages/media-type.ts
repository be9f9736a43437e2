/** A kind of media as a person names it. `file`: anything that is none of the others. */
export type MediaKind = 'image' | 'audio' | 'video' | 'pdf' | 'file'

const TEXT_TYPE = /^text\/|[/+](?:json|xml|yaml|toml|javascript|x-sh)$/
/** A spelling that servers send and vendors refuse. */
const SPELLINGS: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg' }

/** Lower case, without parameters, in the spelling that vendors know. */
export function normalizeMediaType(mimeType: string): string {
  const plain = (mimeType.split(';')[0] ?? '').trim().toLowerCase()
  return SPELLINGS[plain] ?? plain
}

/** Whether bytes of this type can be read as text. SVG counts: no provider takes it as a picture. */
export function isTextType(mimeType: string): boolean {
  return TEXT_TYPE.test(mimeType)
}

export function readMediaKind(mimeType: string): MediaKind {
  if (mimeType === 'application/pdf') return 'pdf'
  const family = mimeType.split('/')[0]
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file'
}
