import { expect, it } from 'vitest'
import { normalizeBase64, readMediaBytes } from '#server/providers/kit/messages/media-bytes'

const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64')
const PNG = base64('\x89PNG\r\n\x1A\n....')

it.each([
  ['image/png', '\x89PNG\r\n\x1A\n....'],
  ['image/jpeg', '\xFF\xD8\xFF\xE0....JFIF'],
  ['image/gif', 'GIF87a....'],
  ['image/gif', 'GIF89a....'],
  ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['image/heic', '\0\0\0\x18ftypheic....'],
  ['image/heif', '\0\0\0\x18ftypmif1....'],
  ['image/avif', '\0\0\0\x18ftypavif....'],
  ['image/bmp', 'BM....'],
  ['image/tiff', 'II*\0....'],
  ['image/tiff', 'MM\0*....'],
  ['application/pdf', '%PDF-1.4'],
])('knows %s by its first bytes, whatever was declared [F020-A16]', (mimeType, bytes) => {
  for (const declared of ['image/png', 'image/jpeg', 'image/x-unknown', 'application/octet-stream', '']) {
    expect(readMediaBytes(base64(bytes), declared).mimeType).toBe(mimeType)
  }
})

it.each([
  ['image/png', 'RIFF\x24\0\0\0WAVEfmt ', ''],
  ['image/jpeg', '<html>', ''],
  ['image/webp', 'RIFF', ''],
  ['image/svg+xml', '<svg/>', 'image/svg+xml'],
  ['image/vnd.new', 'NEW!', 'image/vnd.new'],
  ['audio/wav', '\x89PNG\r\n\x1A\n', 'audio/wav'],
  ['application/pdf', 'BM', 'application/pdf'],
])('takes %s with the bytes %j for %j', (declared, bytes, expected) => {
  expect(readMediaBytes(base64(bytes), declared).mimeType).toBe(expected)
})

it('says nothing of what is empty, and takes the type of a prefix when no other was declared', () => {
  expect(readMediaBytes('', 'image/png')).toEqual({ data: '', mimeType: 'image/png' })
  expect(readMediaBytes('data:image/png;base64,', '')).toEqual({ data: '', mimeType: 'image/png' })
  expect(readMediaBytes(`data:audio/wav;base64,${base64('RIFF')}`, '')).toEqual({ data: base64('RIFF'), mimeType: 'audio/wav' })
})

it.each([
  ['a prefix', `data:image/png;base64,${PNG}`],
  ['a prefix with parameters, in capitals', `DATA:image/png;charset=utf-8;base64,${PNG}`],
  ['line breaks', PNG.replaceAll(/.{5}/g, '$&\r\n')],
  ['no padding', PNG.replaceAll('=', '')],
  ['all of them', ` data:image/png;base64,\n${PNG.replaceAll('=', '').replaceAll(/.{3}/g, '$& ')}`],
])('reads base64 with %s [F020-A16]', (_what, given) => {
  expect(readMediaBytes(given, 'image/png')).toEqual({ data: PNG, mimeType: 'image/png' })
})

it('reads the alphabet of a URL, and leaves the standard one alone', () => {
  expect(normalizeBase64('-_-_')).toBe('+/+/')
  expect(normalizeBase64('-_8')).toBe('+/8=')
  expect(normalizeBase64('+/8=')).toBe('+/8=')
  expect(normalizeBase64('')).toBe('')
})

it('reads base64 that is all padding at once', { timeout: 20_000 }, () => {
  expect(normalizeBase64(`${'='.repeat(1_000_000)}A`)).toHaveLength(1_000_004)
})
