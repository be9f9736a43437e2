import { APIError as AnthropicError } from '@anthropic-ai/sdk'
import { APIConnectionError, APIError as OpenAiError } from 'openai'
import { describe, expect, it } from 'vitest'
import type { AppError } from '#server/errors'
import { toProviderError as fromAnthropic } from '#server/providers/anthropic/errors'
import { toProviderError as fromGemini } from '#server/providers/gemini/errors'
import { toProviderError as fromOpenAi } from '#server/providers/openai-chat/errors'

const anthropic = (status: number, type: string, message: string, headers: Record<string, string> = {}) =>
  fromAnthropic(AnthropicError.generate(status, { type: 'error', error: { type, message } }, message, new Headers(headers)), 'Anthropic')
const openAi = (status: number, error: object | string, headers: Record<string, string> = {}) =>
  fromOpenAi(
    OpenAiError.generate(
      status, typeof error === 'string' ? undefined : { error }, typeof error === 'string' ? error : 'body', new Headers(headers),
    ),
    'OpenAI',
  )
const gemini = (code: number, status: string, message: string, details: readonly object[] = []) =>
  fromGemini({ code, status, message, details }, 'Gemini')

describe('the kind of a failure', () => {
  it.each<[string, AppError, AppError['kind'], boolean]>([
    ['Anthropic: a bad key', anthropic(401, 'authentication_error', 'invalid x-api-key'), 'auth', false],
    [
      'Anthropic: an empty account',
      anthropic(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      'quota',
      false,
    ],
    [
      'Anthropic: a spending limit',
      anthropic(400, 'invalid_request_error', 'You have reached your specified API usage limits. You will regain access on 2026-12-01.'),
      'quota',
      false,
    ],
    [
      'Anthropic: too long',
      anthropic(400, 'invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'),
      'context-length',
      false,
    ],
    [
      'Anthropic: too long with its limit',
      anthropic(400, 'invalid_request_error', 'input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000'),
      'context-length',
      false,
    ],
    ['Anthropic: too many bytes', anthropic(413, 'request_too_large', 'Request exceeds the maximum size'), 'context-length', false],
    ['Anthropic: overloaded', anthropic(529, 'overloaded_error', 'Overloaded'), 'overloaded', true],
    [
      'Anthropic: overloaded, in the stream',
      fromAnthropic({ type: 'overloaded_error', message: 'Overloaded' }, 'Anthropic'),
      'overloaded',
      true,
    ],
    [
      'Anthropic: a rate limit that says no',
      anthropic(429, 'rate_limit_error', 'no', { 'x-should-retry': 'false' }),
      'rate-limited',
      false,
    ],
    ['Anthropic: a bad request', anthropic(400, 'invalid_request_error', 'messages: roles must alternate'), 'bad-request', false],
    ['OpenAI: too long, by code', openAi(400, { code: 'context_length_exceeded', message: 'Too long.' }), 'context-length', false],
    [
      'OpenAI: too long, in the stream',
      fromOpenAi({ code: 'context_length_exceeded', message: 'Your input exceeds the context window of this model.' }, 'OpenAI'),
      'context-length',
      false,
    ],
    [
      'OpenAI: one request above the limit of a minute',
      openAi(429, { code: 'rate_limit_exceeded', type: 'tokens', message: 'Request too large for gpt-4o: Limit 30000, Requested 50000.' }),
      'context-length',
      false,
    ],
    [
      'OpenAI: an empty account',
      openAi(429, { code: 'insufficient_quota', message: 'You exceeded your current quota.' }, { 'x-should-retry': 'true' }),
      'quota',
      false,
    ],
    ['OpenAI: a flagged prompt', openAi(400, { code: 'invalid_prompt', message: 'Flagged.' }), 'content-filter', false],
    ['Azure: a filtered prompt', openAi(400, { code: 'content_filter', message: 'Filtered.' }), 'content-filter', false],
    ['OpenAI: a server that says to try again', openAi(400, { message: 'odd' }, { 'x-should-retry': 'true' }), 'bad-request', true],
    ['OpenAI: overloaded', openAi(503, { message: 'The server is overloaded.' }), 'overloaded', true],
    [
      'vLLM: too long',
      openAi(400, {
        object: 'error', message: 'This model\'s maximum context length is 8192 tokens. However, you requested 9000 tokens.', code: 400,
      }),
      'context-length',
      false,
    ],
    [
      'llama.cpp: too long',
      openAi(400, { type: 'exceed_context_size_error', message: 'the request exceeds the available context size' }),
      'context-length',
      false,
    ],
    ['an older llama.cpp: too long', openAi(500, { message: 'context size exceeded' }), 'context-length', false],
    [
      'Mistral: too long',
      openAi(400, { message: 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length' }),
      'context-length',
      false,
    ],
    ['a proxy with an HTML page', openAi(502, '<html><body>Bad gateway</body></html>'), 'unavailable', true],
    ['nobody at the address', fromOpenAi(new APIConnectionError({ message: 'Connection error.' }), 'OpenAI'), 'unreachable', true],
    [
      'Gemini: too long',
      gemini(400, 'INVALID_ARGUMENT', 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
      'context-length',
      false,
    ],
    ['Gemini: overloaded', gemini(503, 'UNAVAILABLE', 'The model is overloaded.'), 'overloaded', true],
    [
      'Gemini: a limit of a minute',
      gemini(429, 'RESOURCE_EXHAUSTED', 'Slow down.', [
        { violations: [{ quotaId: 'GenerateRequestsPerMinutePerProject' }] }, { retryDelay: '34s' },
      ]),
      'rate-limited',
      true,
    ],
    [
      'Gemini: the limit of a day',
      gemini(429, 'RESOURCE_EXHAUSTED', 'Done for today.', [
        { violations: [{ quotaId: 'GenerateRequestsPerDayPerProject' }] }, { retryDelay: '34s' },
      ]),
      'quota',
      false,
    ],
    ['Gemini: a bad key', gemini(400, 'INVALID_ARGUMENT', 'API key not valid.', [{ reason: 'API_KEY_INVALID' }]), 'auth', false],
    [
      'Gemini: a list around the error',
      fromGemini([{ error: { code: 503, status: 'UNAVAILABLE', message: 'busy' } }], 'Gemini'),
      'overloaded',
      true,
    ],
  ])('is told for %s [F021-A1]', (_case, error, kind, retryable) => {
    expect(error).toMatchObject({ kind, retryable })
  })

  it('brings a sentence with a way out for each [F021-A2]', () => {
    const messages = [
      anthropic(401, 'authentication_error', ''), anthropic(403, 'permission_error', ''), anthropic(402, 'billing_error', ''), anthropic(
        429, 'rate_limit_error', '',
      ),
      anthropic(529, 'overloaded_error', ''), anthropic(400, 'invalid_request_error', 'prompt is too long'), anthropic(
        413, 'request_too_large', '',
      ),
      openAi(400, { code: 'content_filter' }), openAi(
        308, '',
      ), anthropic(400, 'invalid_request_error', ''), anthropic(404, 'not_found_error', ''), anthropic(500, 'api_error', ''), fromOpenAi(
        new APIConnectionError({ message: '' }), 'OpenAI',
      ),
      gemini(429, 'RESOURCE_EXHAUSTED', '', [{ violations: [{ quotaId: 'PerDay' }] }]),
    ].map(({ message }) => message)
    for (const message of messages) expect(message).toMatch(/check|try again|start a new|choose another|billing|enter/i)
    expect(new Set(messages).size).toBe(messages.length)
  })

  it('honours how long to wait, for what may pass only [F021-A3]', () => {
    expect(anthropic(429, 'rate_limit_error', '', { 'retry-after': '7' })).toMatchObject({ retryAfterMs: 7000 })
    expect(anthropic(529, 'overloaded_error', '', { 'retry-after-ms': '250' })).toMatchObject({ retryAfterMs: 250 })
    const date = 'Sun, 22 Nov 2026 02:00:00 GMT'
    expect(anthropic(429, 'rate_limit_error', '', {
      'retry-after': 'Sun, 22 Nov 2026 02:00:07 GMT', date,
    })).toMatchObject({ retryAfterMs: 7000 })
    expect(anthropic(429, 'rate_limit_error', '', {
      'retry-after': 'Sun, 22 Nov 2026 01:00:00 GMT', date,
    })).toMatchObject({ retryAfterMs: 0 })
    expect(
      anthropic(429, 'rate_limit_error', '', { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }).retryAfterMs,
    ).toBeGreaterThan(50_000)
    for (const unreadable of ['soon', '-1', '']) {
      expect(anthropic(429, 'rate_limit_error', '', { 'retry-after': unreadable, date }).retryAfterMs).toBeUndefined()
    }
    expect(gemini(429, 'RESOURCE_EXHAUSTED', '', [{ retryDelay: '1.5s' }])).toMatchObject({ retryAfterMs: 1500 })
    expect(anthropic(400, 'invalid_request_error', '', { 'retry-after': '7' }).retryAfterMs).toBeUndefined()
  })
})

it('is found in a long hostile message at once [F021-A30]', { timeout: 20_000 }, () => {
  for (const text of ['exceed', 'context length ', 'input token count', '<', 'sk-', 'token=', '`thinking` blocks ']) {
    expect(openAi(400, { message: text.repeat(500_000) }).kind).toMatch(/bad-request|context-length/)
  }
})
