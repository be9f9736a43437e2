import { expect, it } from 'vitest'
import { createCallIds, type CallIdRule } from '#server/providers/kit/messages/call-ids'

const COMMON: CallIdRule = { allowed: /[a-zA-Z0-9_-]/, minLength: 1, maxLength: 64 }
const NINE: CallIdRule = { allowed: /[a-zA-Z0-9]/, minLength: 9, maxLength: 9 }

it('lets an id that fits be', () => {
  expect(createCallIds(COMMON).assign('call_1')).toBe('call_1')
})

it('gives a vendor its own id back, whatever it looks like, but only once', () => {
  const ids = createCallIds(COMMON)
  expect(ids.assign('call_1', 'functions.x:0')).toBe('functions.x:0')
  expect(ids.assign('call_2', 'functions.x:0')).toBe('call_2')
  expect(ids.isUsed('functions.x:0')).toBe(true)
})

it.each(['functions.x:0', 'x'.repeat(65), 'call 1'])('fits %s into the alphabet and the length, the same way every time', (callId) => {
  const id = createCallIds(COMMON).assign(callId)
  expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  expect(createCallIds(COMMON).assign(callId)).toBe(id)
})

it('makes nine letters and digits for servers that take no other, apart from each other', () => {
  const ids = createCallIds(NINE)
  const made = Array.from({ length: 500 }, (_, index) => ids.assign(`call_${index}`))
  expect(made.filter(id => !/^[a-zA-Z0-9]{9}$/.test(id))).toEqual([])
  expect(new Set(made).size).toBe(500)
  expect(ids.assign('call_0')).not.toBe(made[0])
})
