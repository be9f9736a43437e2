import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { decodeCursor, toPage } from '#server/store/sqlite/cursor'

const schema = z.tuple([z.number()])

describe('a page of a list', () => {
  test('holds as many rows as were asked for, and continues behind its last one', () => {
    const { items, nextCursor } = toPage([1, 2, 3], 2, seq => [seq])
    expect(items).toEqual([1, 2])
    expect(decodeCursor(nextCursor!, schema)).toEqual([2])
  })

  test.each([[[1, 2]], [[1]], [[]]])('is the last one when no row is left behind it: %j', (rows) => {
    expect(toPage(rows, 2, seq => [seq])).toEqual({ items: rows, nextCursor: null })
  })

  test.each([
    '', 'x', Buffer.from('{"a":1}').toString('base64url'), Buffer.from('["2"]').toString('base64url'),
  ])('is refused for the cursor %j, which names the field', (cursor) => {
    expect(() => decodeCursor(cursor, schema)).toThrow(
      expect.objectContaining({ code: 'invalid-request', details: [expect.objectContaining({ field: 'cursor' })] }),
    )
  })
})
