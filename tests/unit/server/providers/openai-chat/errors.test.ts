import { APIConnectionError, APIError } from 'openai'
import { describe, expect, it } from 'vitest'
import { AppError } from '#server/errors'
import { toProviderError } from '#server/providers/openai-chat/errors'

const http = (status: number, error: object | undefined, headers: Record<string, string> = {}) => APIError.generate(
  status, error && { error }, 'body', new Headers(headers),
)
const inStream = (error: object) => new APIError(undefined, error, undefined, undefined)

describe('toProviderError of openai-chat', () => {
  it.each([
    ['a refused key', http(401, { message: 'Incorrect API key', code: 'invalid_api_key' }), 'provider-rejected', false],
    ['a bad request', http(400, { message: 'too long', code: 'context_length_exceeded' }), 'provider-rejected', false],
    ['a rate limit', http(429, { message: 'slow', code: 'rate_limit_exceeded', type: 'tokens' }), 'provider-rate-limited', true],
    ['an empty account', http(429, { message: 'pay', code: 'insufficient_quota', type: 'insufficient_quota' }), 'provider-rejected', false],
    ['a broken server with an HTML page', http(502, undefined), 'provider-unavailable', true],
    ['a body whose code is a number', http(400, { object: 'error', message: 'bad', code: 400 }), 'provider-rejected', false],
    ['a line that cannot be opened', new APIConnectionError({ cause: new Error('ECONNREFUSED') }), 'provider-unavailable', true],
    ['a line that breaks', new TypeError('terminated'), 'provider-unavailable', true],
    ['an error in the stream without any code', inStream({ message: 'crashed' }), 'provider-unavailable', true],
    ['a rate limit in the stream', inStream({ message: 'slow', code: 'rate_limit_exceeded' }), 'provider-rate-limited', true],
    ['a long conversation in the stream', inStream({ message: 'long', code: 'context_length_exceeded' }), 'provider-rejected', false],
    [
      'a picture that the model does not take',
      inStream({ message: 'no', code: 'unsupported_image_media_type' }),
      'provider-rejected',
      false,
    ],
    ['a refused key in the stream', inStream({ message: 'no', code: 'invalid_api_key' }), 'provider-rejected', false],
    ['a stream that is not JSON', new SyntaxError('malformed'), 'provider-protocol', false],
  ])('maps %s', (_case, error, code, retryable) => {
    expect(toProviderError(error, 'The server')).toMatchObject({ code, retryable })
  })

  it.each([
    [{ 'retry-after': '2' }, 2000], [{ 'retry-after-ms': '150', 'retry-after': '2' }, 150], [{}, undefined],
  ])('reads how long to wait from %j', (
    headers, expected,
  ) => {
    expect(toProviderError(http(429, { message: 'slow' }, headers as Record<string, string>), 'The server').retryAfterMs).toBe(expected)
  })

  it('leaves errors that are already ours as they are', () => {
    const error = new AppError('provider-protocol', 'It broke off.')
    expect(toProviderError(error, 'The server')).toBe(error)
  })
})
