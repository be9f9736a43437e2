import { describe, expect, it } from 'vitest'
import { isCutTable, tableFromValue } from '~/utils/table-from-value'

describe('tableFromValue', () => {
  it('reads an array of objects, with every key that occurs', () => {
    expect(tableFromValue([{ id: 1 }, { id: 2, name: 'b' }])).toEqual({
      columns: ['id', 'name'], rows: [[1, undefined], [2, 'b']], beside: {},
    })
  })

  it('reads columns and rows', () => {
    expect(tableFromValue({ columns: ['id'], rows: [[1], [2]] })).toEqual({ columns: ['id'], rows: [[1], [2]], beside: {} })
    expect(tableFromValue({ columns: ['id'], rows: [{ id: 1 }] })).toEqual({ columns: ['id'], rows: [[1]], beside: {} })
  })

  it('reads the one list of records in an object', () => {
    expect(tableFromValue({ count: 1, orders: [{ id: 1 }] })).toEqual({ columns: ['id'], rows: [[1]], beside: { count: 1 } })
  })

  it('keeps what stands beside the rows, and knows when a tool says that there are more [F008-A40]', () => {
    const cut = tableFromValue({ columns: ['id'], rows: [[1]], rowCount: 1, truncated: true })!
    expect(cut.beside).toEqual({ rowCount: 1, truncated: true })
    expect(isCutTable(cut)).toBe(true)
    expect(isCutTable(tableFromValue({ entries: [{ name: 'a' }], path: '.', truncated: false })!)).toBe(false)
    expect(isCutTable(tableFromValue({ items: [{ id: 1 }], has_more: true })!)).toBe(true)
  })

  it.each([[null], ['text'], [[]], [[1, 2]], [{ a: 1 }], [[{}, 'text']]])('leaves %j to JSON', (value) => {
    expect(tableFromValue(value)).toBeNull()
  })
})
