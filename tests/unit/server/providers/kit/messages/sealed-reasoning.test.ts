import { expect, it } from 'vitest'
import { hasSealedReasoning } from '#server/providers/kit/messages/sealed-reasoning'

const SEALED = { fields: ['signature', 'data'], argumentsField: 'input' }

it.each<[boolean, unknown]>([
  [true, { content: [{ type: 'thinking', thinking: '', signature: 's' }] }],
  [true, [{ type: 'reasoning', details: { data: ['s'] } }]],
  [false, { content: [{ type: 'thinking', signature: '', data: null }] }],
  [false, { content: [{ type: 'tool_use', input: { signature: 'of a letter' } }] }],
  [false, undefined],
])('is %s for %j', (expected, native) => {
  expect(hasSealedReasoning(native, SEALED)).toBe(expected)
})
