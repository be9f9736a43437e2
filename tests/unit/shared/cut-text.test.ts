import { expect, it } from 'vitest'
import { cutText } from '#shared/cut-text'

it.each([
  ['abc', 2, 'ab'],
  ['abc', 3, 'abc'],
  ['abc', 4, 'abc'],
  ['a😀b', 1, 'a'],
  ['a😀b', 2, 'a'],
  ['a😀b', 3, 'a😀'],
  ['a😀', 3, 'a😀'],
  ['', 0, ''],
])('cuts %j at %i to %j', (text, length, expected) => {
  expect(cutText(text, length)).toBe(expected)
})
