import { describe, expect, it } from 'vitest'
import { readRequestError } from '~/utils/read-api-error'

const answer = { code: 'invalid-request', message: 'Some fields were refused.', requestId: 'r1' }

describe('readRequestError', () => {
  it('keeps the server\'s own words and the fields it refused', () => {
    const details = [{ field: 'email', message: 'Not an address.' }, 7]
    const error = readRequestError({ data: { error: { ...answer, details } } })
    expect(error).toMatchObject({
      code: 'invalid-request', message: 'Some fields were refused.', fields: [{ field: 'email', message: 'Not an address.' }],
    })
  })

  it('reads how long to wait', () => {
    const response = { headers: new Headers({ 'retry-after': '42' }) }
    expect(readRequestError({ data: { error: answer }, response })).toMatchObject({ fields: [], retryAfterSeconds: 42 })
  })

  it('has words for a server that is not there', () => {
    expect(readRequestError(new TypeError('fetch failed'))).toMatchObject({
      message: expect.stringContaining('Could not reach the server'), fields: [],
    })
  })
})
