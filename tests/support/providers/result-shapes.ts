import type { ContentBlock } from '#shared/content'

/** The smallest PNG: one transparent pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SOUND = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEA'

interface ResultShape {
  readonly content: ContentBlock[]
  readonly structuredContent?: unknown
  readonly isTextComplete?: boolean
  /** What the model must be able to read, whatever the provider and the status. */
  readonly says?: readonly string[]
  /** What must not stand in the request more than once. */
  readonly once?: string
  /** The kind of media that is either sent as it is or named by a warning. */
  readonly media?: 'image' | 'audio' | 'pdf' | 'file'
}

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const image = (data = PIXEL, mimeType = 'image/png'): ContentBlock => ({ type: 'image', data, mimeType })
const blob = (uri: string, mimeType: string, bytes: string): ContentBlock => ({
  type: 'resource', resource: { uri, mimeType, blob: Buffer.from(bytes).toString('base64') },
})

/** Every form in which tools answer. */
export const RESULT_SHAPES: Readonly<Record<string, ResultShape>> = {
  'text': { content: [text('Sunny in Paris.')], says: ['Sunny in Paris.'] },
  'several texts': { content: [text('First.'), text('Second.')], says: ['First.', 'Second.'] },
  'nothing': { content: [] },
  'blank text': { content: [text(''), text(' \n\t')] },
  'an image': { content: [image()], once: PIXEL, media: 'image' },
  'text and an image': {
    content: [text('A pixel.'), image(), text('It is clear.')], says: ['A pixel.', 'It is clear.'], once: PIXEL, media: 'image',
  },
  'an image without bytes': { content: [text('A pixel.'), image('')], says: ['A pixel.'], media: 'image' },
  'an image nobody takes': { content: [image(PIXEL, 'image/bmp')], once: PIXEL, media: 'image' },
  'an image of another type than declared': { content: [image(PIXEL, 'image/jpeg')], once: PIXEL, media: 'image' },
  'an image with a prefix and line breaks': {
    content: [image(`data:image/png;base64,${PIXEL.replaceAll(/.{20}/g, '$&\n')}`)], once: PIXEL, media: 'image',
  },
  'an image that is none': {
    content: [text('A pixel.'), image(Buffer.from('<html>').toString('base64'))], says: ['A pixel.'], media: 'image',
  },
  'audio': { content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }], once: SOUND, media: 'audio' },
  'a text resource': {
    content: [{ type: 'resource', resource: { uri: 'file:///notes.md', mimeType: 'text/markdown', text: 'A note.' } }],
    says: ['file:///notes.md', 'A note.'],
  },
  'a PDF': { content: [blob('file:///paper.pdf', 'application/pdf', '%PDF-1.4')], says: ['paper.pdf'], media: 'pdf' },
  'text as bytes': { content: [blob('file:///a.csv', 'text/csv', 'city,degrees')], says: ['city,degrees'] },
  'bytes of no known kind': { content: [blob('file:///a.zip', 'application/zip', 'PK')], says: ['a.zip'], media: 'file' },
  'a link': {
    content: [{ type: 'resource_link', uri: 'https://weather.test/paris', name: 'Paris' }], says: ['https://weather.test/paris'],
  },
  'structure alone': { content: [], structuredContent: { marker: 'only-structure' }, says: ['only-structure'], once: 'only-structure' },
  'structure that is a list': { content: [], structuredContent: ['listed-value'], says: ['listed-value'] },
  'structure that is null': { content: [], structuredContent: null },
  'structure and the same text': {
    content: [text('{"marker":"said-twice"}')], structuredContent: { marker: 'said-twice' }, says: ['said-twice'], once: 'said-twice',
  },
  'structure and the same text in another order': {
    content: [text('{"b":[2],"marker":"in-any-order"}')],
    structuredContent: { result: { marker: 'in-any-order', b: [2] } },
    says: ['in-any-order'],
    once: 'in-any-order',
  },
  'structure and a text that tells it all': {
    content: [text('The marker is said-in-prose.')],
    structuredContent: { marker: 'said-in-prose' },
    isTextComplete: true,
    says: ['The marker is said-in-prose.'],
    once: 'said-in-prose',
  },
  'structure and prose of it': {
    content: [text('The marker is in prose.')],
    structuredContent: { marker: 'in-structure' },
    says: ['The marker is in prose.', 'in-structure'],
    once: 'in-structure',
  },
  'structure and other text': {
    content: [text('One row.')], structuredContent: { rows: [{ name: 'Alice' }] }, says: ['One row.', 'Alice'],
  },
  'structure that repeats the image': { content: [image()], structuredContent: { picture: PIXEL, width: 1 }, once: PIXEL, media: 'image' },
  'a schema': {
    content: [], structuredContent: { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } }, says: ['$defs'],
  },
  'a schema as text': { content: [text('{"$ref":"#/$defs/a"}')], structuredContent: { $ref: '#/$defs/a' } },
  'keys that vendors know': { content: [], structuredContent: { error: 'no-failure', output: 'plain' }, says: ['no-failure'] },
  'a huge text': { content: [text(`${'word '.repeat(200_000)}the-end`)], says: ['the-end'] },
}
