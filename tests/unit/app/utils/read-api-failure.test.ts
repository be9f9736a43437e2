import { describe, expect, it } from 'vitest'
import { readApiFailure } from '~/utils/read-api-failure'

const answer = { code: 'invalid-request', message: 'Some fields were refused.', requestId: 'r1', details: [{ field: 'email', message: 'Not an address.' }, 7] }

describe('readApiFailure', () => {
  it('keeps the server\'s own words and the fields it refused', () => {
    const failure = readApiFailure({ data: { error: answer }, response: { headers: new Headers() } })
    expect(failure).toMatchObject({ code: 'invalid-request', message: 'Some fields were refused.', fields: [{ field: 'email', message: 'Not an address.' }] })
  })

  it('reads how long to wait', () => {
    const response = { headers: new Headers({ 'retry-after': '42' }) }
    expect(readApiFailure({ data: { error: { ...answer, details: undefined } }, response })).toMatchObject({ fields: [], retryAfterSeconds: 42 })
  })

  it('tells a server that is not there from one that answers nonsense', () => {
    expect(readApiFailure(new TypeError('fetch failed')).code).toBe('unreachable')
    expect(readApiFailure({ response: { headers: new Headers() }, data: '<html>' }).code).toBe('internal')
  })
})
