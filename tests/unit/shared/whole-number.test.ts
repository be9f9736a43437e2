import { expect, it } from 'vitest'
import { wholeNumberSchema } from '#shared/whole-number'

it.each([['0', 0], ['42', 42]])('reads %j', (text, number) => {
  expect(wholeNumberSchema.parse(text)).toBe(number)
})

it.each(['', ' 1', '-1', '1.5', '1e2', '0x10', 'NaN', '9'.repeat(16), ['1', '2']])('rejects %j', (text) => {
  expect(wholeNumberSchema.safeParse(text).success).toBe(false)
})
