import { describe, expect, it } from 'vitest'
import { tableFromValue } from '~/utils/table-from-value'

describe('tableFromValue', () => {
  it('reads an array of objects, with every key that occurs', () => {
    expect(tableFromValue([{ id: 1 }, { id: 2, name: 'b' }])).toEqual({ columns: ['id', 'name'], rows: [[1, undefined], [2, 'b']] })
  })

  it('reads columns and rows', () => {
    expect(tableFromValue({ columns: ['id'], rows: [[1], [2]] })).toEqual({ columns: ['id'], rows: [[1], [2]] })
    expect(tableFromValue({ columns: ['id'], rows: [{ id: 1 }] })).toEqual({ columns: ['id'], rows: [[1]] })
  })

  it('reads the one list of records in an object', () => {
    expect(tableFromValue({ count: 1, orders: [{ id: 1 }] })).toEqual({ columns: ['id'], rows: [[1]] })
  })

  it.each([[null], ['text'], [[]], [[1, 2]], [{ a: 1 }], [[{}, 'text']]])('leaves %j to JSON', (value) => {
    expect(tableFromValue(value)).toBeNull()
  })
})
