import { expect, it } from 'vitest'
import { createArgumentReader } from '#server/providers/kit/tools/read-arguments'

const read = createArgumentReader({ schema: { type: 'object', properties: { filter: { type: 'object' } } }, readsText: true })

it('reads an object that came as text', () => {
  expect(read({ filter: '{"id":1}' })).toEqual({ filter: { id: 1 } })
})

it.each([
  ['a number that would be changed [F002-A62]', '{"id":9007199254740993}'],
  ['half of a character pair [F002-A61]', '{"name":"\\ud83d"}'],
  ['the key __proto__ [F002-A60]', '{"__proto__":{}}'],
])('leaves text in which there is %s, so that its validation refuses it', (_what, filter) => {
  expect(read({ filter })).toEqual({ filter })
})
