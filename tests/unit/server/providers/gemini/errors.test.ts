import { GoogleGenerativeAIError, GoogleGenerativeAIFetchError } from '@google/generative-ai'
import { describe, expect, it } from 'vitest'
import { toProviderError } from '#server/providers/gemini/errors'

const fetchError = (status: number, message: string, details?: { 'reason'?: string, 'retryDelay'?: string, '@type'?: string }[]) =>
  new GoogleGenerativeAIFetchError(`Error fetching from https://g.example/v1beta/models/x:streamGenerateContent?alt=sse: [${status} Word] ${message}${details ? ` ${JSON.stringify(details)}` : ''}`, status, 'Word', details)

describe('toProviderError', () => {
  it('reads a bad key behind a 400', () => {
    const error = toProviderError(fetchError(400, 'API key not valid.', [{ reason: 'API_KEY_INVALID' }]), 'Google Gemini')
    expect(error).toMatchObject({ code: 'provider-rejected', retryable: false })
    expect(error.message).toContain('refused the key')
  })

  it('says Google\'s sentence without the wrapping of the SDK', () => {
    const { message } = toProviderError(fetchError(400, 'Function call is missing a thought_signature.', [{ '@type': 'x' }]), 'Google Gemini')
    expect(message).toContain('It said: Function call is missing a thought_signature.')
    expect(message).not.toMatch(/g\.example|GoogleGenerativeAI|@type/)
  })

  it('honours the delay that Google asks for', () => {
    expect(toProviderError(fetchError(429, 'Quota', [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', 'retryDelay': '1.5s' }]), 'Google Gemini'))
      .toMatchObject({ code: 'provider-rate-limited', retryable: true, retryAfterMs: 1500 })
  })

  it.each([[500, 'provider-unavailable'], [503, 'provider-unavailable'], [404, 'provider-rejected'], [403, 'provider-rejected']])('maps %i to %s', (status, code) => {
    expect(toProviderError(fetchError(status, ''), 'Google Gemini').code).toBe(code)
  })

  it('takes an error without status for a network that failed', () => {
    expect(toProviderError(new GoogleGenerativeAIError('Error fetching from https://g.example: fetch failed'), 'Google Gemini')).toMatchObject({ code: 'provider-unavailable', retryable: true })
  })

  it.each(['Failed to parse stream', 'Error parsing JSON response: "<html>"'])('takes a stream that the SDK cannot read for half an answer: %s', (words) => {
    expect(toProviderError(new GoogleGenerativeAIError(words), 'Google Gemini')).toMatchObject({ code: 'provider-protocol', retryable: true })
  })
})
