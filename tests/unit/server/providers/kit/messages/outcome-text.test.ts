import { expect, it } from 'vitest'
import type { ContentBlock } from '#shared/content'
import { readOutcomeText } from '#server/providers/kit/messages/outcome-text'

const ok = (content: ContentBlock[], structuredContent?: unknown) =>
  readOutcomeText({ status: 'ok', durationMs: 1, content, ...(structuredContent !== undefined && { structuredContent }) })
const text = (words: string): ContentBlock => ({ type: 'text', text: words })

it('joins what can be read and notes what cannot', () => {
  expect(ok([
    text('One.'),
    { type: 'resource', resource: { uri: 'a.txt', text: 'Two.' } },
    { type: 'resource_link', uri: 'https://three.test', name: 'Three' },
    { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
  ])).toBe('One.\na.txt\nTwo.\nThree · https://three.test\n[image, image/png]')
})

it('tells a failure by its status, for vendors without an error flag', () => {
  expect(readOutcomeText({ status: 'denied', durationMs: 0, content: [text('Not now.')] })).toBe('Error (denied): Not now.')
  expect(readOutcomeText({ status: 'failed', durationMs: 0, content: [] })).toBe('Error (failed): the tool gave no reason.')
})

it('adds the note of the person who allowed the call, and does not repeat that of a denial [F006-A9]', () => {
  const note = 'Only once.'
  const said = 'The person who allowed it adds: Only once.'
  expect(readOutcomeText({ status: 'ok', durationMs: 1, content: [text('Done.')], note })).toBe(`Done.\n${said}`)
  expect(readOutcomeText({ status: 'ok', durationMs: 1, content: [], structuredContent: { total: 3 }, note })).toBe(`{"total":3}\n${said}`)
  expect(readOutcomeText({ status: 'ok', durationMs: 1, content: [text('{"total":3}')], structuredContent: { total: 3 }, note })).toBe(`{"total":3}\n${said}`)
  expect(readOutcomeText({ status: 'failed', durationMs: 1, content: [text('No disk.')], note })).toBe(`Error (failed): No disk.\n${said}`)
  expect(readOutcomeText({ status: 'denied', durationMs: 0, content: [text('Not now.')], note: 'Not now.' })).toBe('Error (denied): Not now.')
})

it('is never blank', () => {
  expect(ok([])).toBe('The tool completed and returned nothing.')
  expect(ok([text(' ')])).toBe('The tool completed and returned nothing.')
})

it.each([
  ['its JSON', '{ "rows": [1, 2] }', { rows: [1, 2] }],
  ['a wrapped text', 'Sunny.', { result: 'Sunny.' }],
  ['prose with every value', 'Paris has 21 degrees.', { city: 'Paris', degrees: 21 }],
])('does not repeat structured content that the text gives as %s', (_case, words, structured) => {
  expect(ok([text(words)], structured)).toBe(words)
})

it('adds structured content that the text does not hold', () => {
  expect(ok([text('1 row.')], { rows: [{ name: 'Alice' }] })).toBe('1 row.\n{"rows":[{"name":"Alice"}]}')
  expect(ok([], { total: 3 })).toBe('{"total":3}')
})

it.each([
  ['a part of a number', 'Found 13 rows at 12:30.', { total: 3 }],
  ['a part of a word', 'Nothing was noted.', { answer: 'not' }],
])('adds structured content whose value is only %s of the text', (_case, words, structured) => {
  expect(ok([text(words)], structured)).toBe(`${words}\n${JSON.stringify(structured)}`)
})

it('reads text that came as bytes, and says what is empty', () => {
  expect(ok([
    { type: 'resource', resource: { uri: 'a.csv', mimeType: 'text/csv; charset=utf-8', blob: Buffer.from('a,b').toString('base64') } },
    { type: 'image', data: '', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'b.zip', blob: 'UEs=' } },
  ])).toBe('a.csv\na,b\n[image, image/png, empty]\n[file b.zip, unknown type]')
})

it('keeps what structured content says beside its media', () => {
  const image: ContentBlock = { type: 'image', data: 'iVBORw0KGgoAAAAN', mimeType: 'image/png' }
  expect(ok([image], { image: 'data:image/png;base64,iVBORw0KGgoAAAAN', width: 640 })).toBe('[image, image/png]\n{"image":"[image, image/png]","width":640}')
})

it('does not spell an image out', () => {
  expect(ok([{ type: 'image', data: 'iVBORw0KGgoAAAAN', mimeType: 'image/png' }], { image: 'iVBORw0KGgoAAAAN' })).toBe('[image, image/png]')
})
