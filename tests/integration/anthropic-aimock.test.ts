import { LLMock } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { anthropicProvider } from '#server/providers/anthropic'
import type { ModelEvent, ModelRequest } from '#server/providers/provider'
import { readAnswer, readRequestBody, streamAnswer } from '../support/read-answer'

const mock = new LLMock({ port: 0, logLevel: 'silent', chunkSize: 4 })
beforeAll(() => mock.start())
afterAll(() => mock.stop())
afterEach(() => {
  mock.clearFixtures()
  mock.clearRequests()
})

const schema = { type: 'object', properties: { city: { type: 'string' } } }
const tools = ['get_weather', 'clock.now'].map(name => ({ name, description: `Calls ${name}.`, inputSchema: schema, annotations: {} }))
const ask = (text: string): ModelRequest => ({ model: 'claude-opus-5-5', system: 'Be brief.', messages: [{ role: 'user', content: [{ type: 'text', text }] }], tools })
const connection = () => ({ baseUrl: mock.url, apiKey: 'mock-key-0123' })
const read = (request: ModelRequest) => readAnswer(anthropicProvider, request, connection())
const of = <Type extends ModelEvent['type']>(events: readonly ModelEvent[], type: Type) => events.filter((event): event is Extract<ModelEvent, { type: Type }> => event.type === type)

describe('anthropic over HTTP', () => {
  it('streams text and two parallel calls, with usage, and shows the request it sends [F002-A5]', async () => {
    mock.onMessage('weather', {
      content: 'Let me look at both cities.',
      toolCalls: [
        { id: 'toolu_a', name: 'get_weather', arguments: '{"city":"Oslo"}' },
        { id: 'toolu_b', name: 'get_weather', arguments: '{"city":"Rome, the eternal one"}' },
      ],
      usage: { input_tokens: 21, output_tokens: 8 },
    })
    const events = await read(ask('What is the weather?'))
    expect(readRequestBody(events)).toMatchObject({ model: 'claude-opus-5-5', system: 'Be brief.', stream: true, max_tokens: expect.any(Number) })
    expect(of(events, 'text-delta').length).toBeGreaterThan(1)
    expect(of(events, 'text-delta').map(event => event.text).join('')).toBe('Let me look at both cities.')
    const calls = of(events, 'tool-call')
    expect(calls).toMatchObject([
      { index: 0, providerCallId: 'toolu_a', name: 'get_weather', arguments: { ok: true, value: { city: 'Oslo' } } },
      { index: 1, providerCallId: 'toolu_b', name: 'get_weather', arguments: { ok: true, value: { city: 'Rome, the eternal one' } } },
    ])
    for (const call of calls) {
      const pieces = of(events, 'tool-input-delta').filter(event => event.index === call.index).map(event => event.text)
      expect(JSON.parse(pieces.join(''))).toEqual(call.arguments.ok && call.arguments.value)
    }
    expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool-calls', rawFinishReason: 'tool_use', usage: { inputTokens: 21, outputTokens: 8 } })
  })

  it('sends the key both ways that servers of this interface read it', async () => {
    mock.onMessage('weather', { content: 'Fine.' })
    const events = await read(ask('What is the weather?'))
    const headers = mock.getLastRequest()?.headers ?? {}
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['x-api-key', 'authorization', 'anthropic-version']))
    expect(JSON.stringify(events)).not.toContain('mock-key-0123')
  })

  it('gives a signed thought back unchanged, with the results of its calls in one message [F002-A11]', async () => {
    mock.onToolResult('toolu_b', { content: 'It rains in both.' })
    mock.onMessage('weather', {
      reasoning: 'Two cities, two calls.',
      reasoningSignature: 'c2lnbmF0dXJl',
      toolCalls: [{ id: 'toolu_a', name: 'get_weather', arguments: '{"city":"Oslo"}' }, { id: 'toolu_b', name: 'get_weather', arguments: '{"city":"Rome"}' }],
    })
    const request = ask('What is the weather?')
    const first = await read(request)
    expect(of(first, 'reasoning-delta').map(event => event.text).join('')).toBe('Two cities, two calls.')
    const calls = of(first, 'tool-call').map(({ index, name, providerCallId, arguments: given }) => ({ callId: `ours_${index}`, name, providerCallId, arguments: given }))
    const results = calls.map(({ callId, name, providerCallId }) => (
      { callId, name, providerCallId, outcome: { status: 'ok' as const, content: [{ type: 'text' as const, text: 'rain' }], durationMs: 1 } }
    ))
    const origin = { adapter: 'anthropic', endpoint: mock.url, model: request.model }
    const second = await read({ ...request, messages: [
      ...request.messages,
      { role: 'assistant', origin, native: of(first, 'finish')[0]?.native, parts: calls.map(call => ({ type: 'tool-call' as const, ...call })) },
      { role: 'tool', results },
    ] })
    expect(of(second, 'text-delta').map(event => event.text).join('')).toBe('It rains in both.')
    expect(readRequestBody(second)).toMatchObject({ messages: [
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'Two cities, two calls.', signature: 'c2lnbmF0dXJl' }, { type: 'tool_use', id: 'toolu_a' }, { type: 'tool_use', id: 'toolu_b' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_a', content: 'rain' }, { type: 'tool_result', tool_use_id: 'toolu_b', content: 'rain' }] },
    ] })
  })

  it('reads a call without arguments, under the name the tool has here', async () => {
    mock.onMessage('time', { toolCalls: [{ name: 'clock_now', arguments: '{}' }] })
    expect(of(await read(ask('What time is it?')), 'tool-call')).toMatchObject([{ name: 'clock.now', arguments: { ok: true, value: {} } }])
  })

  it.each([
    [429, { message: 'Slow down.', type: 'rate_limit_error' }, 'provider-rate-limited', true],
    [500, { message: 'Broken.', type: 'api_error' }, 'provider-unavailable', true],
    [529, { message: 'Overloaded.', type: 'overloaded_error' }, 'provider-unavailable', true],
    [401, { message: 'invalid x-api-key', type: 'authentication_error' }, 'provider-rejected', false],
  ])('turns status %i into one clear error, and does not try again [F002-A13]', async (status, body, code, retryable) => {
    mock.onMessage('weather', { content: 'Fine.' })
    mock.nextRequestError(status, body)
    await expect(read(ask('What is the weather?'))).rejects.toMatchObject({ name: 'AppError', code, retryable })
    expect(mock.getRequests()).toHaveLength(1)
  })

  it('says that the answer broke off when the server hangs up in the middle [F002-A12]', async () => {
    // The latency lets each piece leave before the cut: without it the first read already fails, and there is no middle.
    mock.onMessage('weather', { content: 'This answer is cut off in the middle of its words.' }, { truncateAfterChunks: 6, latency: 5 })
    await expect(read(ask('What is the weather?'))).rejects.toMatchObject({ name: 'AppError', code: 'provider-protocol', message: expect.stringContaining('broke off') })
    expect(mock.getRequests()).toHaveLength(1)
  })

  it('sends nothing when it is stopped before, and throws the reason when it is stopped in between [F002-A14]', async () => {
    mock.onMessage('weather', { content: 'This answer is long enough to be stopped in between.' })
    const stop = new AbortController()
    const reason = new Error('The person pressed stop.')
    const reading = (async () => {
      for await (const event of streamAnswer(anthropicProvider, ask('What is the weather?'), connection(), stop.signal)) {
        if (event.type === 'text-delta') stop.abort(reason)
      }
    })()
    await expect(reading).rejects.toBe(reason)
    mock.clearRequests()
    await expect(readAnswer(anthropicProvider, ask('What is the weather?'), connection(), stop.signal)).rejects.toBe(reason)
    expect(mock.getRequests()).toHaveLength(0)
  })
})
