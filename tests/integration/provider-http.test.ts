import { LLMock } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Message } from '#shared/message'
import { anthropicProvider } from '#server/providers/anthropic'
import { geminiProvider } from '#server/providers/gemini'
import { openaiChatProvider } from '#server/providers/openai-chat'
import type { ModelEvent, ModelRequest, Provider } from '#server/providers/provider'
import { askUser } from '../support/providers/canonical-conversation'
import { harness as gemini } from '../fixtures/providers/gemini/harness'
import { mockUsage } from '../support/providers/mock-usage'
import { readCallPairs } from '../support/providers/read-call-pairs'
import { startVendorServer } from '../support/providers/vendor-server'
import { findHarness, registered } from '../support/providers/wired-providers'
import { readAnswer, readRequestBody, streamAnswer } from '../support/read-answer'

// A vendor that somebody else wrote: the contract suite plays only what our own harnesses believe.
const mock = new LLMock({ port: 0, logLevel: 'silent', chunkSize: 4 })
beforeAll(() => mock.start())
afterAll(() => mock.stop())
afterEach(() => {
  mock.clearFixtures()
  mock.clearRequests()
})

const CALLS = [
  { id: 'call_a', name: 'get_weather', arguments: '{"city":"Oslo"}' },
  { id: 'call_b', name: 'get_weather', arguments: '{"city":"Rome, the eternal one"}' },
]

const schema = { type: 'object', properties: { city: { type: 'string' } } }
// The space is in no vendor's alphabet of tool names.
const tools = ['get_weather', 'clock now'].map(name => ({ name, description: `Calls ${name}.`, inputSchema: schema, annotations: {} }))

/** The request of a person. */
function ask(provider: Provider, text: string): ModelRequest {
  return { model: findHarness(provider.id).model, system: 'Be brief.', messages: [askUser(text)], tools }
}

function connect({ id }: Provider) {
  return { baseUrl: mock.url + findHarness(id).basePath, apiKey: 'mock-key-0123' }
}

function ofType<Type extends ModelEvent['type']>(events: readonly ModelEvent[], type: Type) {
  return events.filter((event): event is Extract<ModelEvent, { type: Type }> => event.type === type)
}

function textOf(events: readonly ModelEvent[]): string {
  return ofType(events, 'text-delta').map(({ text }) => text).join('')
}

/** The conversation after an answer: the turn as it came, and a result for each of its calls. */
function continueWith(provider: Provider, request: ModelRequest, events: readonly ModelEvent[]): ModelRequest {
  const origin = { adapter: provider.id, endpoint: connect(provider).baseUrl, model: request.model }
  const calls = ofType(events, 'tool-call').map(({ index, name, providerCallId, arguments: given }) => ({
    callId: `ours_${index}`, name, providerCallId, arguments: given,
  }))
  const outcome = { status: 'ok' as const, content: [{ type: 'text' as const, text: 'rain' }], durationMs: 1 }
  const turn: Message = {
    role: 'assistant', origin, native: ofType(events, 'finish')[0]?.native,
    parts: calls.map(call => ({ type: 'tool-call' as const, ...call })),
  }
  const results: Message = {
    role: 'tool', results: calls.map(({ callId, name, providerCallId }) => ({ callId, name, providerCallId, outcome })),
  }
  return { ...request, messages: [...request.messages, turn, results] }
}

describe.each(registered.filter(({ harness }) => harness.isMocked))('$id over HTTP', ({ provider, harness }) => {
  const read = (request: ModelRequest) => readAnswer(provider, request, connect(provider))

  it('streams text and two parallel calls, with usage, and shows the request without the key [F002-A5]', async () => {
    mock.onMessage('weather', { content: 'Let me look at both cities.', toolCalls: CALLS, usage: mockUsage(21, 8) })
    const events = await read(ask(provider, 'What is the weather?'))
    expect(JSON.stringify(readRequestBody(events))).toContain('What is the weather?')
    expect(JSON.stringify(events)).not.toContain('mock-key-0123')
    expect(ofType(events, 'text-delta').length).toBeGreaterThan(1)
    expect(textOf(events)).toBe('Let me look at both cities.')
    const calls = ofType(events, 'tool-call')
    expect(calls).toMatchObject(CALLS.map(({ id, name, arguments: text }, index) => ({
      index, providerCallId: id, name, arguments: { ok: true, value: JSON.parse(text) },
    })))
    for (const call of calls) {
      const pieces = ofType(events, 'tool-input-delta').filter(({ index }) => index === call.index).map(({ text }) => text)
      expect(JSON.parse(pieces.join(''))).toEqual(call.arguments.ok && call.arguments.value)
    }
    expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool-calls', usage: { inputTokens: 21, outputTokens: 8 } })
  })

  it('replays the turn to the same server, and gets the answer to its results [F002-A11]', async () => {
    mock.on({ hasToolResult: true }, { content: 'It rains in both.' })
    mock.onMessage('weather', { toolCalls: CALLS })
    const request = ask(provider, 'What is the weather?')
    const second = await read(continueWith(provider, request, await read(request)))
    expect(textOf(second)).toBe('It rains in both.')
    expect(second.at(-1)).toMatchObject({ finishReason: 'stop' })
    const { calls, results } = readCallPairs(readRequestBody(second), harness)
    expect(calls).toHaveLength(2)
    expect(results).toEqual(calls)
  })

  it('reads a call without arguments, under the name the tool has here [F002-A4]', async () => {
    mock.onMessage('time', { toolCalls: [{ name: 'clock_now', arguments: '{}' }] })
    expect(ofType(await read(ask(provider, 'What time is it?')), 'tool-call')).toMatchObject([
      { name: 'clock now', arguments: { ok: true, value: {} } },
    ])
  })

  it.each([
    [429, 'provider-rate-limited', true],
    [500, 'provider-unavailable', true],
    [529, 'provider-unavailable', true],
    [401, 'provider-rejected', false],
  ])('turns status %i into one clear error, and does not try again [F002-A13]', async (status, code, retryable) => {
    mock.onMessage('weather', { content: 'Fine.' })
    mock.nextRequestError(status, { message: 'No.', type: 'some_error' })
    await expect(read(ask(provider, 'What is the weather?'))).rejects.toMatchObject({ name: 'AppError', code, retryable })
    expect(mock.getRequests()).toHaveLength(1)
  })

  it('says by the name of the connection who failed, and whether anybody answered [F021-A11]', async () => {
    const server = await startVendorServer()
    const connection = { ...connect(provider), baseUrl: server.origin, name: 'Dead box' }
    const request = ask(provider, 'What is the weather?')
    server.reply({ status: 500, frames: ['{}'] })
    await expect(readAnswer(provider, request, connection)).rejects.toMatchObject({
      kind: 'unavailable', message: expect.stringMatching(/^Dead box cannot answer right now/),
    })
    await server.close()
    await expect(readAnswer(provider, request, connection)).rejects.toMatchObject({
      kind: 'unreachable', message: expect.stringMatching(/^Dead box could not be reached/),
    })
    await expect(provider.listModels(connection, new AbortController().signal)).rejects.toMatchObject({
      kind: 'unreachable', message: expect.stringMatching(/^Dead box could not be reached/),
    })
  })

  it('throws the reason when it is stopped in between, and then sends nothing more [F002-A14]', async () => {
    mock.onMessage('weather', { content: 'This answer is long enough to be stopped in between.' })
    const stop = new AbortController()
    const reason = new Error('The person pressed stop.')
    const reading = (async () => {
      for await (const event of streamAnswer(provider, ask(provider, 'What is the weather?'), connect(provider), stop.signal)) {
        if (event.type === 'text-delta') stop.abort(reason)
      }
    })()
    await expect(reading).rejects.toBe(reason)
    mock.clearRequests()
    await expect(readAnswer(provider, ask(provider, 'What is the weather?'), connect(provider), stop.signal)).rejects.toBe(reason)
    expect(mock.getRequests()).toHaveLength(0)
  })
})

describe('only one vendor', () => {
  it('anthropic sends the key both ways that servers of this interface read it', async () => {
    mock.onMessage('weather', { content: 'Fine.' })
    await readAnswer(anthropicProvider, ask(anthropicProvider, 'What is the weather?'), connect(anthropicProvider))
    expect(Object.keys(mock.getLastRequest()?.headers ?? {})).toEqual(expect.arrayContaining([
      'x-api-key', 'authorization', 'anthropic-version',
    ]))
  })

  it('anthropic gets a signed thought back unchanged, with the results of its calls in one message [F002-A11]', async () => {
    mock.on({ hasToolResult: true }, { content: 'It rains in both.' })
    mock.onMessage('weather', { reasoning: 'Two cities, two calls.', reasoningSignature: 'c2lnbmF0dXJl', toolCalls: CALLS })
    const request = ask(anthropicProvider, 'What is the weather?')
    const first = await readAnswer(anthropicProvider, request, connect(anthropicProvider))
    expect(ofType(first, 'reasoning-delta').map(({ text }) => text).join('')).toBe('Two cities, two calls.')
    const second = await readAnswer(anthropicProvider, continueWith(anthropicProvider, request, first), connect(anthropicProvider))
    expect(readRequestBody(second)).toMatchObject({ messages: [
      { role: 'user' },
      { role: 'assistant', content: [
        { type: 'thinking', thinking: 'Two cities, two calls.', signature: 'c2lnbmF0dXJl' }, { type: 'tool_use', id: 'call_a' },
        { type: 'tool_use', id: 'call_b' },
      ] },
      { role: 'user', content: [
        { type: 'tool_result', tool_use_id: 'call_a', content: 'rain' }, { type: 'tool_result', tool_use_id: 'call_b', content: 'rain' },
      ] },
    ] })
  })

  it('openai-chat needs no key', async () => {
    mock.onMessage('weather', { content: 'Fine.' })
    const events = await readAnswer(openaiChatProvider, ask(openaiChatProvider, 'What is the weather?'), { baseUrl: `${mock.url}/v1` })
    expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' })
  })

  it('gemini gets its key only in a header, whether or not the address names the version', async () => {
    const server = await startVendorServer()
    onTestFinished(() => server.close())
    server.reply({
      frames: gemini.toFrames({ text: ['Hi'], calls: [], ending: 'stop', usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0 } }),
    })
    for (const baseUrl of [server.origin, `${server.origin}/v1beta/`]) await readAnswer(
      geminiProvider, ask(geminiProvider, 'Hello'), { baseUrl, apiKey: 'mock-key-0123' },
    )
    expect(server.requests).toHaveLength(2)
    for (const { path, headers, body } of server.requests) {
      expect(path).toBe(`/v1beta/models/${gemini.model}:streamGenerateContent?alt=sse`)
      expect(headers['x-goog-api-key']).toBe('mock-key-0123')
      expect(JSON.stringify(body)).not.toContain('mock-key-0123')
    }
  })

  it('gemini is asked for the models that can chat', async () => {
    const server = await startVendorServer()
    onTestFinished(() => server.close())
    server.reply({ headers: { 'content-type': 'application/json' }, frames: [JSON.stringify({ models: [
      {
        name: 'models/gemini-3.8-flash', displayName: 'Gemini 3.8 Flash', inputTokenLimit: 1000, thinking: true,
        supportedGenerationMethods: ['generateContent'],
      },
      { name: 'models/embedding-1', supportedGenerationMethods: ['embedContent'] },
    ] })] })
    expect(await geminiProvider.listModels({ baseUrl: server.origin, apiKey: 'mock-key-0123' }, new AbortController().signal)).toEqual([
      {
        id: 'gemini-3.8-flash', name: 'Gemini 3.8 Flash', contextWindow: 1000, capabilities: { tools: true, images: true, reasoning: true },
      },
    ])
    expect(server.requests[0]).toMatchObject({ path: '/v1beta/models?pageSize=1000', headers: { 'x-goog-api-key': 'mock-key-0123' } })
  })

  it('openai and its like are asked for their models', async () => {
    mock.on({ model: 'gpt-5.5' }, { content: 'Hi.' })
    const models = await openaiChatProvider.listModels(connect(openaiChatProvider), new AbortController().signal)
    expect(models).toContainEqual(expect.objectContaining({ id: 'gpt-5.5' }))
  })
})
