import { describe, expect, it } from 'vitest'
import { auditFilterSchema } from '#shared/audit'
import { listAuditChips, listLeftOut, readAuditFilters, toAuditRequest } from '~/utils/audit-filter-query'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')

describe('audit filters in the address', () => {
  it('reads back what was written [F009-A6]', () => {
    const filters = {
      q: 'alice', kind: 'tool.finished', tool: 'query_database', success: 'false', outcome: 'timed-out', since: '24h',
    }
    expect(readAuditFilters({ ...filters })).toEqual(filters)
  })

  it('leaves out what cannot filter anything', () => {
    expect(readAuditFilters({
      kind: 'nonsense', success: 'maybe', outcome: 'nonsense', since: '3y', from: 'yesterday', q: '  ', page: '4',
    })).toEqual({})
  })

  it('takes the first of a repeated field', () => {
    expect(readAuditFilters({ tool: ['calculate', 'get_weather'] })).toEqual({ tool: 'calculate' })
  })

  it('prefers a span to exact times', () => {
    expect(readAuditFilters({ since: '7d', from: '2026-01-01T00:00:00Z' })).toEqual({ since: '7d' })
  })
})

describe('what an address asks for in vain', () => {
  it('is named: values that cannot filter, names that no filter bears, and second ones [F009-A31]', () => {
    expect(listLeftOut({ kind: 'garbage', from: 'notadate', tol: 'calculate', tool: ['a', 'b'], record: '7', q: ' ' }))
      .toEqual(['Event “garbage”', 'From “notadate”', 'tol “calculate”', 'Tool “b”'])
  })

  it('is an exact time beside a span', () => {
    expect(listLeftOut({ since: '7d', from: '2026-01-01T00:00:00Z' })).toEqual(['From “2026-01-01T00:00:00Z”'])
  })

  it('is nothing when each value filters', () => {
    expect(listLeftOut({ q: ' alice ', kind: 'tool.finished', success: 'false', since: '24h' })).toEqual([])
  })
})

describe('audit filters as a request', () => {
  it('turns a span into a time that the server accepts', () => {
    const request = toAuditRequest({ since: '24h', tool: 'calculate', success: 'true' }, NOW)
    expect(request).toEqual({ tool: 'calculate', success: 'true', from: '2026-11-20T12:00:00.000Z' })
    expect(auditFilterSchema.parse(request)).toMatchObject({ success: true })
  })

  it('sends exact times in UTC', () => {
    expect(toAuditRequest({ from: '2026-11-01T10:00:00+02:00' }, NOW)).toEqual({ from: '2026-11-01T08:00:00.000Z' })
  })
})

describe('audit filter chips', () => {
  it('names each filter that is on in words', () => {
    const chips = listAuditChips({ since: '1h', kind: 'tool.refused', success: 'false', outcome: 'invalid-input' })
    expect(chips.map(chip => `${chip.label}: ${chip.value}`)).toEqual([
      'Event: Tool call rejected', 'Result: Unsuccessful', 'Result: Invalid arguments', 'Time: Last hour',
    ])
  })
})
