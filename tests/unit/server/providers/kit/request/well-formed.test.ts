import { expect, it } from 'vitest'
import { rememberWellFormed, toWellFormed } from '#server/providers/kit/request/well-formed'

it('gives back the very value that holds only whole characters', () => {
  const value = { a: ['\u{1F600}', 'é', '\\ud83d', null, 1], ü: { b: true } }
  expect(toWellFormed(value)).toBe(value)
  expect(rememberWellFormed(value)).toBe(value)
})

it.each<[unknown, unknown]>([
  ['a\uD83D', 'a\uFFFD'],
  ['\uDE00\uD83D', '\uFFFD\uFFFD'],
  [['\uD83Dx', '\u{1F600}'], ['\uFFFDx', '\u{1F600}']],
  [{ 'k\uD800': { deep: ['\uDFFF'] } }, { 'k\uFFFD': { deep: ['\uFFFD'] } }],
  // A backslash before it, and one that only looks like an escape.
  [['\\\uD83D', '\\ud83d', '\\\\ud83d"'], ['\\\uFFFD', '\\ud83d', '\\\\ud83d"']],
])('replaces halves of characters alone: %j', (value, expected) => {
  const before = JSON.stringify(value)
  expect(toWellFormed(value)).toEqual(expected)
  expect(JSON.stringify(value)).toBe(before)
})

it('reads values that are nested deeper than the stack', () => {
  let value: unknown = 'x'
  for (let depth = 0; depth < 100_000; depth += 1) value = [value]
  expect(toWellFormed(value)).toBe(value)
})
