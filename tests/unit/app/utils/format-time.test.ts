import { describe, expect, it } from 'vitest'
import { formatRelativeTime } from '~/utils/format-time'

const NOW = Date.parse('2026-11-21T12:00:00Z')

describe('formatRelativeTime', () => {
  it.each([
    ['2026-11-21T11:59:40Z', 'just now'],
    ['2026-11-21T11:55:00Z', '5 min. ago'],
    ['2026-11-21T09:00:00Z', '3 hr. ago'],
    ['2026-11-20T10:00:00Z', 'yesterday'],
    ['2026-10-02T10:00:00Z', '02 Oct 2026'],
  ])('says %s as "%s"', (at, words) => {
    expect(formatRelativeTime(at, NOW)).toBe(words)
  })
})
