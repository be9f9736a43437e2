import { expect, it } from 'vitest'
import { toFinishReason } from '#server/providers/kit/stream/finish-reason'

const map = { end: 'stop', tools: 'tool-calls', cut: 'length', blocked: 'content-filter' } as const

it.each([
  ['end', false, 'stop'],
  ['end', true, 'tool-calls'],
  ['tools', true, 'tool-calls'],
  ['tools', false, 'stop'],
  ['cut', true, 'length'],
  ['blocked', true, 'content-filter'],
  ['new-word', false, 'other'],
  ['toString', false, 'other'],
  [null, false, 'other'],
  [undefined, true, 'tool-calls'],
] as const)('maps %s with calls: %s to %s', (raw, hasCalls, expected) => {
  expect(toFinishReason(map, raw, hasCalls)).toBe(expected)
})
