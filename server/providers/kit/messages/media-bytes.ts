import { normalizeMediaType } from './media-type'

export interface MediaBytes {
  /** Base64 as every vendor takes it: the standard alphabet, padded, in one line. */
  readonly data: string
  /** What the bytes are; empty when they are not what was declared, nor anything else that is known here. */
  readonly mimeType: string
}

/**
 * Media as they may be sent. A vendor refuses a request whose declared type is not that of the bytes, and every later
 * one that holds the picture in its history: so the first bytes decide, and not what was declared.
 */
export function readMediaBytes(given: string, declared: string): MediaBytes {
  const { data, prefixType } = splitDataUrl(given)
  const base64 = normalizeBase64(data)
  const mimeType = normalizeMediaType(declared || prefixType)
  return { data: base64, mimeType: base64 !== '' && isDecidedByBytes(mimeType) ? findType(base64) ?? keepUnknown(mimeType) : mimeType }
}

const DATA_URL = /^\s*data:([^,]{0,200});base64,/i

function splitDataUrl(given: string): { readonly data: string, readonly prefixType: string } {
  const [prefix = '', prefixType = ''] = DATA_URL.exec(given.slice(0, 300)) ?? []
  return { data: given.slice(prefix.length), prefixType }
}

/** Without a `data:` prefix and line breaks, which some servers send, and in the alphabet of a URL as little as those. */
export function normalizeBase64(given: string): string {
  if (PLAIN_BASE64.test(given) && given.length % 4 === 0) return given
  const plain = splitDataUrl(given).data.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/(?<!=)=+$/, '')
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=')
}

const PLAIN_BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Pictures, and what was declared as nothing in particular. A text or a sound is believed. */
function isDecidedByBytes(mimeType: string): boolean {
  return mimeType === '' || mimeType === 'application/octet-stream' || mimeType.startsWith('image/')
}

/** The first bytes of each type, in Latin-1. */
const SIGNATURES: readonly (readonly [mimeType: string, signature: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xFF\xD8\xFF/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/heic', /^[^]{4}ftyp(?:heic|heix|heim|heis|hevc)/],
  ['image/heif', /^[^]{4}ftyp(?:mif1|msf1)/],
  ['image/avif', /^[^]{4}ftypavi[fs]/],
  ['image/bmp', /^BM/],
  ['image/tiff', /^(?:II\*\0|MM\0\*)/],
  ['application/pdf', /^%PDF-/],
]
/** Enough base64 for the longest signature. */
const HEAD_CHARACTERS = 24

function findType(base64: string): string | undefined {
  const head = Buffer.from(base64.slice(0, HEAD_CHARACTERS), 'base64').toString('latin1')
  return SIGNATURES.find(([, signature]) => signature.test(head))?.[0]
}

/** A declared type whose bytes would have been known is not true; of another one nothing is known. */
function keepUnknown(mimeType: string): string {
  return SIGNATURES.some(([known]) => known === mimeType) ? '' : mimeType
}
