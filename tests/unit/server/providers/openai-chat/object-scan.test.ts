import { expect, it } from 'vitest'
import { createObjectScan } from '#server/providers/openai-chat/object-scan'

it.each([
  ['', false], [
    '  ', false,
  ], ['{', false], ['{"a":1}', true], ['{"a":[1}', false], ['{"a":[{}]}', true], ['{"a":"}"', false], ['{"a":"\\"}"', false], [
    '{"a":"\\\\"}', true,
  ],
])('says of %j that it is closed: %s', (text, isClosed) => {
  expect(createObjectScan([text]).isClosed()).toBe(isClosed)
})

it('goes on where it stopped, also inside a string', () => {
  const pieces = ['{"a":"\\']
  const scan = createObjectScan(pieces)
  expect(scan.isClosed()).toBe(false)
  pieces.push('"}')
  expect(scan.isClosed()).toBe(false)
  pieces.push('"}')
  expect(scan.isClosed()).toBe(true)
})
