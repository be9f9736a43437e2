import { describe, expect, it } from 'vitest'
import { readApiFailure } from '~/utils/read-api-error'

const answer = { code: 'invalid-request', message: 'Some fields were refused.', requestId: 'r1' }

describe('readApiFailure', () => {
  it('keeps the server\'s own words and the fields it refused', () => {
    const details = [{ field: 'email', message: 'Not an address.' }, 7]
    const failure = readApiFailure({ data: { error: { ...answer, details } } })
    expect(failure).toMatchObject({ code: 'invalid-request', message: 'Some fields were refused.', fields: [{ field: 'email', message: 'Not an address.' }] })
  })

  it('reads how long to wait', () => {
    const response = { headers: new Headers({ 'retry-after': '42' }) }
    expect(readApiFailure({ data: { error: answer }, response })).toMatchObject({ fields: [], retryAfterSeconds: 42 })
  })

  it('has words for a server that is not there', () => {
    expect(readApiFailure(new TypeError('fetch failed'))).toMatchObject({ message: expect.stringContaining('cannot be reached'), fields: [] })
  })
})
