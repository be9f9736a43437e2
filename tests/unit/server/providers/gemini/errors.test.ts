import { describe, expect, it } from 'vitest'
import { GeminiHttpError } from '#server/providers/gemini/client'
import { toProviderError } from '#server/providers/gemini/errors'

const refusal = (status: number, body: unknown, headers: Record<string, string> = {}) => new GeminiHttpError(
  status, new Headers(headers), body,
)
const spoken = (status: number, message: string, details?: readonly object[]) => refusal(status, {
  error: { code: status, message, details },
})

describe('toProviderError', () => {
  it('reads a bad key behind a 400', () => {
    const error = toProviderError(spoken(400, 'API key not valid.', [{ reason: 'API_KEY_INVALID' }]), 'Google Gemini')
    expect(error).toMatchObject({ code: 'provider-rejected', retryable: false })
    expect(error.message).toContain('rejected the key')
  })

  it.each([
    ['as it is', { error: { message: 'A signature is missing.' } }],
    ['in a list', [{ error: { message: 'A signature is missing.' } }]],
    ['without its wrapper', { message: 'A signature is missing.' }],
    ['in words alone', { error: 'A signature is missing.' }],
  ])('says Google\'s sentence from a body that comes %s', (_form, body) => {
    expect(toProviderError(refusal(400, body), 'Google Gemini').message).toMatch(/\(status 400\)\. It said: A signature is missing\.$/)
  })

  it('honours the delay that Google asks for, before the header of whoever stands between', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', 'retryDelay': '1.5s' }]
    expect(toProviderError(refusal(429, { error: { message: 'Quota', details } }, { 'retry-after': '9' }), 'Google Gemini'))
      .toMatchObject({ code: 'provider-rate-limited', retryable: true, retryAfterMs: 1500 })
    expect(toProviderError(refusal(503, '<html>', { 'retry-after': '9' }), 'Google Gemini')).toMatchObject({
      code: 'provider-unavailable', retryAfterMs: 9000,
    })
    expect(toProviderError(
      refusal(503, {}, { 'retry-after': '9', 'x-should-retry': 'false' }), 'Google Gemini',
    )).toMatchObject({ retryable: false })
  })

  it.each([
    [500, 'provider-unavailable'], [503, 'provider-unavailable'], [404, 'provider-rejected'], [403, 'provider-rejected'],
  ])('maps %i to %s', (
    status, code,
  ) => {
    expect(toProviderError(refusal(status, undefined), 'Google Gemini').code).toBe(code)
  })

  it.each([
    [{ status: 'UNAVAILABLE' }, 'overloaded'], [{ code: 429 }, 'rate-limited'], [{ code: 14 }, 'unavailable'], [{}, 'unavailable'], [
      [{ error: { code: 503 } }], 'overloaded',
    ],
  ])('tells the kind of an error in a stream by its name, its code, or takes it for the server\'s: %j', (error, kind) => {
    expect(toProviderError(error, 'Google Gemini').kind).toBe(kind)
  })

  it('takes an error that nobody said for a network that failed', () => {
    expect(toProviderError(new Error('connect ECONNREFUSED'), 'Google Gemini')).toMatchObject({ kind: 'unreachable', retryable: true })
  })

  it('says so when an answer cannot be read', () => {
    expect(toProviderError(new SyntaxError('Unexpected token'), 'Google Gemini')).toMatchObject({ kind: 'protocol' })
  })
})
