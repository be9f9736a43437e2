import { expect, it } from 'vitest'
import { cutText, shortenText } from '#shared/cut-text'

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

it('shortens with an ellipsis only what does not fit, and splits no pair', () => {
  expect([shortenText('ab😀', 4), shortenText('ab😀c', 4), shortenText('ab😀c', 3)]).toEqual(['ab😀', 'ab…', 'ab…'])
})
