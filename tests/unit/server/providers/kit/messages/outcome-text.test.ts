import { expect, it } from 'vitest'
import type { ContentBlock } from '#shared/content'
import { readOutcomeText } from '#server/providers/kit/messages/outcome-text'
import { isSame } from '#server/providers/kit/messages/says-same'

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
  expect(readOutcomeText({
    status: 'ok', durationMs: 1, content: [text('{"total":3}')], structuredContent: { total: 3 }, note,
  })).toBe(`{"total":3}\n${said}`)
  expect(readOutcomeText({ status: 'failed', durationMs: 1, content: [text('No disk.')], note })).toBe(`Error (failed): No disk.\n${said}`)
  expect(readOutcomeText({
    status: 'denied', durationMs: 0, content: [text('Not now.')], note: 'Not now.',
  })).toBe('Error (denied): Not now.')
})

it('spells no half of a character out in JSON [F020-A15]', () => {
  expect(ok([text('Cut.')], { note: 'a\uD83D' })).toBe('Cut.\n{"note":"a\uFFFD"}')
})

it('is never blank', () => {
  expect(ok([])).toBe('The tool completed and returned nothing.')
  expect(ok([text(' ')])).toBe('The tool completed and returned nothing.')
})

const many = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `Name ${id}`, tags: { b: id, a: [null, true] } }))
const reordered = many.map(({ id, name, tags: { a, b } }) => ({ tags: { a, b }, name, id }))

it.each<[string, readonly string[], unknown]>([
  ['its JSON', ['{ "rows": [1, 2] }'], { rows: [1, 2] }],
  ['its JSON with other keys first', ['{"b":{"d":1,"c":2},"a":1}'], { a: 1, b: { c: 2, d: 1 } }],
  ['its JSON, however large', [JSON.stringify(reordered)], { result: many }],
  ['one of several texts', ['Two rows:', '[1,2]'], [1, 2]],
  ['JSON in two texts', ['{"a":"on', 'e"}'], { a: 'one' }],
  ['a text in a wrapping', ['Sunny.'], { result: 'Sunny.' }],
  ['JSON in a wrapping', ['[1,2]'], { result: [1, 2] }],
  ['JSON with a wrapping', ['{"result":[1,2]}'], [1, 2]],
  ['a text for each entry', ['{"b":1,"a":2}', 'three', '4'], { result: [{ a: 2, b: 1 }, 'three', 4] }],
  ['a text for the only entry', ['{"a":2}'], [{ a: 2 }]],
  ['anything, when it is empty', ['Done.'], {}],
])('does not repeat structured content that the text gives as %s [F020-A17]', (_case, words, structured) => {
  expect(ok(words.map(text), structured)).toBe(words.join('\n'))
})

it.each<[string, string, unknown]>([
  ['prose with every value', 'Paris has 21 degrees.', { city: 'Paris', degrees: 21 }],
  ['a table of it', '| name | n |\n| --- | --- |\n| Alice | 1 |', { columns: ['name', 'n'], rows: [['Alice', 1]] }],
  ['JSON of a part of it', '{"a":1}', { a: 1, b: 2 }],
  ['JSON of more', '{"a":1,"b":2}', { a: 1 }],
  ['a list in another order', '[2,1]', [1, 2]],
  ['a text for fewer entries', '1', { result: [1, 2] }],
  ['a number as text', '{"a":"1"}', { a: 1 }],
])('adds structured content once beside %s, which only its tool can know to be all [F020-A17]', (_case, words, structured) => {
  expect(ok([text(words)], structured)).toBe(`${words}\n${JSON.stringify(structured)}`)
  expect(readOutcomeText({
    status: 'ok', durationMs: 1, content: [text(words)], structuredContent: structured, isTextComplete: true,
  })).toBe(words)
  expect(readOutcomeText({
    status: 'ok', durationMs: 1, content: [text(' ')], structuredContent: structured, isTextComplete: true,
  })).toBe(JSON.stringify(structured))
})

it('adds structured content that has fewer entries than there are texts, or none beside an image', () => {
  expect(ok([text('1'), text('2')], { result: [1] })).toBe('1\n2\n{"result":[1]}')
  expect(ok([{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }], { rows: [] })).toBe('[image, image/png]\n{"rows":[]}')
})

it('compares no structure that is nested deeper than the stack', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  expect(isSame([deep], [JSON.parse(deep)])).toBe(false)
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
  expect(ok([image], { image: 'data:image/png;base64,iVBORw0KGgoAAAAN', width: 640 })).toBe(
    '[image, image/png]\n{"image":"[image, image/png]","width":640}',
  )
})

it('does not spell an image out', () => {
  expect(ok([{ type: 'image', data: 'iVBORw0KGgoAAAAN', mimeType: 'image/png' }], { image: 'iVBORw0KGgoAAAAN' })).toBe('[image, image/png]')
})
