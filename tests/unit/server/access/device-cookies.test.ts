import { describe, expect, it } from 'vitest'
import { createDeviceCookies } from '#server/access/device-cookies'

const [KEY, OTHER_KEY] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const EMAIL = 'ada@example.org'
const START = Date.parse('2026-01-01T00:00:00.000Z')
const YEAR_MS = 365 * 24 * 3600 * 1000

function createCookies(keys = [KEY], time = START) {
  return createDeviceCookies(keys, () => new Date(time))
}

describe('device cookies', () => {
  it('name a device of one account, each one another [F012-A35]', () => {
    const cookies = createCookies()
    const [first, second] = [cookies.issue(EMAIL), cookies.issue(EMAIL)]
    expect(cookies.read(EMAIL, first)).toBe(cookies.read(EMAIL, first))
    expect(cookies.read(EMAIL, first)).not.toBe(cookies.read(EMAIL, second))
    expect(cookies.read('bob@example.org', first)).toBeUndefined()
  })

  it.each([undefined, '', 'x', `${START}.${'a'.repeat(22)}.${'b'.repeat(43)}`])('are not %s', (cookie) => {
    expect(createCookies().read(EMAIL, cookie)).toBeUndefined()
  })

  it('count for nothing once any part was changed [F012-A35]', () => {
    const cookie = createCookies().issue(EMAIL)
    const [time = '', nonce = '', signature = ''] = cookie.split('.')
    const changed = [
      [Number(time) + 1, nonce, signature], [time, `${nonce.slice(1)}A`, signature], [time, nonce, `A${signature.slice(1, -1)}A`],
      [time, nonce],
    ]
    expect(changed.map(parts => createCookies().read(EMAIL, parts.join('.')))).toEqual(changed.map(() => undefined))
  })

  it('are good for a year', () => {
    const cookie = createCookies().issue(EMAIL)
    expect(createCookies([KEY], START + YEAR_MS - 1).read(EMAIL, cookie)).toBeDefined()
    expect(createCookies([KEY], START + YEAR_MS).read(EMAIL, cookie)).toBeUndefined()
  })

  it('outlive a new secrets key as long as the old one is kept', () => {
    const cookie = createCookies().issue(EMAIL)
    expect(createCookies([OTHER_KEY, KEY]).read(EMAIL, cookie)).toBeDefined()
    expect(createCookies([OTHER_KEY]).read(EMAIL, cookie)).toBeUndefined()
  })
})
