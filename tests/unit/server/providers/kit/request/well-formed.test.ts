import { expect, it } from 'vitest'
import { stringifyWellFormed } from '#server/providers/kit/request/well-formed'

it('writes a value that holds only whole characters as JSON does', () => {
  const value = { a: ['\u{1F600}', 'é', '\\ud83d', '\\\\ud83d"', null, 1], ü: { b: true } }
  expect(stringifyWellFormed(value)).toBe(JSON.stringify(value))
})

it.each<[unknown, unknown]>([
  ['a\uD83D', 'a\uFFFD'],
  ['\uDE00\uD83D', '\uFFFD\uFFFD'],
  [['\uD83Dx', '\u{1F600}'], ['\uFFFDx', '\u{1F600}']],
  [{ 'k\uD800': { deep: ['\uDFFF'] } }, { 'k\uFFFD': { deep: ['\uFFFD'] } }],
  // A backslash before it, and one that only looks like an escape.
  [['\\\uD83D', '\\ud83d', '\\\\ud83d"'], ['\\\uFFFD', '\\ud83d', '\\\\ud83d"']],
])('replaces halves of characters alone: %j', (value, expected) => {
  expect(JSON.parse(stringifyWellFormed(value))).toEqual(expected)
})
