import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ModelEvent, ModelRequest, Provider } from '#server/providers/provider'
import { openaiChatProvider } from '#server/providers/openai-chat'
import { openaiResponsesProvider } from '#server/providers/openai-responses'
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
const ask = (text: string): ModelRequest => ({ model: 'gpt-5.5', messages: [{ role: 'user', content: [{ type: 'text', text }] }], tools })

/** The mock cuts whenever it likes; this one only after its word has been read, so that there is a middle. */
async function serveFirstWord() {
  const server = createServer((request, response) => {
    const event = request.url?.endsWith('/responses')
      ? { type: 'response.output_text.delta', output_index: 0, delta: 'It' }
      : { choices: [{ index: 0, delta: { content: 'It' } }] }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${JSON.stringify(event)}\n\n`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server on TCP has no other kind
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    hangUp: () => server.closeAllConnections(),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => {
      server.close(() => resolve())
    }),
  }
}

describe.each([openaiChatProvider, openaiResponsesProvider])('$id over HTTP', (provider: Provider) => {
  const connection = () => ({ baseUrl: `${mock.url}/v1`, apiKey: 'mock-key' })
  const read = (text: string) => readAnswer(provider, ask(text), connection())
  const of = <Type extends ModelEvent['type']>(events: readonly ModelEvent[], type: Type) => events.filter((event): event is Extract<ModelEvent, { type: Type }> => event.type === type)

  it('streams text and two parallel calls, with usage, and shows the request it sends [F002-A5]', async () => {
    mock.onMessage('weather', {
      content: 'Let me look at both cities.',
      toolCalls: [
        { id: 'call_a', name: 'get_weather', arguments: '{"city":"Oslo"}' },
        { id: 'call_b', name: 'get_weather', arguments: '{"city":"Rome, the eternal one"}' },
      ],
      usage: { prompt_tokens: 21, completion_tokens: 8, input_tokens: 21, output_tokens: 8 },
    })
    const events = await read('What is the weather?')
    expect(readRequestBody(events)).toMatchObject({ model: 'gpt-5.5', stream: true })
    expect(JSON.stringify(events[0])).not.toContain('mock-key')
    expect(of(events, 'text-delta').length).toBeGreaterThan(1)
    expect(of(events, 'text-delta').map(event => event.text).join('')).toBe('Let me look at both cities.')
    const calls = of(events, 'tool-call')
    expect(calls).toMatchObject([
      { index: 0, providerCallId: 'call_a', name: 'get_weather', arguments: { ok: true, value: { city: 'Oslo' } } },
      { index: 1, providerCallId: 'call_b', name: 'get_weather', arguments: { ok: true, value: { city: 'Rome, the eternal one' } } },
    ])
    for (const call of calls) {
      const pieces = of(events, 'tool-input-delta').filter(event => event.index === call.index).map(event => event.text)
      expect(JSON.parse(pieces.join(''))).toEqual(call.arguments.ok && call.arguments.value)
    }
    expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool-calls', usage: { inputTokens: 21, outputTokens: 8 } })
  })

  it('replays the turn to the same server, and gets the answer to its results', async () => {
    mock.onToolResult('call_a', { content: 'It rains.' })
    mock.onMessage('weather', { toolCalls: [{ id: 'call_a', name: 'get_weather', arguments: '{"city":"Oslo"}' }] })
    const first = await read('What is the weather?')
    const finish = of(first, 'finish')[0]
    const origin = { adapter: provider.id, endpoint: connection().baseUrl, model: 'gpt-5.5' }
    const parts = of(first, 'tool-call').map(({ name, arguments: args, providerCallId }) => ({ type: 'tool-call' as const, callId: 'ours', providerCallId, name, arguments: args }))
    const outcome = { status: 'ok' as const, content: [{ type: 'text' as const, text: 'rain' }], durationMs: 1 }
    const request = ask('What is the weather?')
    const messages = [
      ...request.messages,
      { role: 'assistant' as const, parts, origin, native: finish?.native },
      { role: 'tool' as const, results: [{ callId: 'ours', providerCallId: 'call_a', name: 'get_weather', outcome }] },
    ]
    const second = await readAnswer(provider, { ...request, messages }, connection())
    expect(of(second, 'text-delta').map(event => event.text).join('')).toBe('It rains.')
    expect(second.at(-1)).toMatchObject({ finishReason: 'stop' })
  })

  it('reads a call without arguments, under the name the tool has here', async () => {
    mock.onMessage('time', { toolCalls: [{ name: 'clock_now', arguments: '{}' }] })
    expect(of(await read('What time is it?'), 'tool-call')).toMatchObject([{ name: 'clock.now', arguments: { ok: true, value: {} } }])
  })

  it.each([
    [429, { message: 'Slow down.', code: 'rate_limit_exceeded' }, 'provider-rate-limited', true],
    [500, { message: 'Broken.', type: 'server_error' }, 'provider-unavailable', true],
    [401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' }, 'provider-rejected', false],
  ])('turns status %i into one clear error, and does not try again', async (status, body, code, retryable) => {
    mock.onMessage('weather', { content: 'Fine.' })
    mock.nextRequestError(status, body)
    await expect(read('What is the weather?')).rejects.toMatchObject({ name: 'AppError', code, retryable })
    expect(mock.getRequests()).toHaveLength(1)
  })

  it('says that the answer broke off when the server hangs up in the middle [F002-A12]', async () => {
    await using server = await serveFirstWord()
    const shown: string[] = []
    const reading = (async () => {
      for await (const event of streamAnswer(provider, ask('What is the weather?'), { baseUrl: server.baseUrl })) {
        if (event.type !== 'text-delta') continue
        shown.push(event.text)
        server.hangUp()
      }
    })()
    await expect(reading).rejects.toMatchObject({ name: 'AppError', code: 'provider-protocol', message: expect.stringContaining('broke off') })
    expect(shown).toEqual(['It'])
  })

  it('sends nothing when it is stopped before, and throws the reason when it is stopped in between', async () => {
    mock.onMessage('weather', { content: 'This answer is long enough to be stopped in between.' })
    const stop = new AbortController()
    const reason = new Error('The person pressed stop.')
    const reading = (async () => {
      for await (const event of streamAnswer(provider, ask('What is the weather?'), connection(), stop.signal)) {
        if (event.type === 'text-delta') stop.abort(reason)
      }
    })()
    await expect(reading).rejects.toBe(reason)
    mock.clearRequests()
    await expect(readAnswer(provider, ask('What is the weather?'), connection(), stop.signal)).rejects.toBe(reason)
    expect(mock.getRequests()).toHaveLength(0)
  })

  it('lists the models of the server, and says when there is no server', async () => {
    mock.on({ model: 'gpt-5.5' }, { content: 'Hi.' })
    const signal = new AbortController().signal
    expect(await provider.listModels(connection(), signal)).toContainEqual(expect.objectContaining({ id: 'gpt-5.5' }))
    await expect(provider.listModels({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'mock-key' }, signal)).rejects.toMatchObject({ code: 'provider-unavailable', retryable: true })
  })
})

it('openai-chat needs no key', async () => {
  mock.onMessage('weather', { content: 'Fine.' })
  const events = await readAnswer(openaiChatProvider, ask('What is the weather?'), { baseUrl: `${mock.url}/v1` })
  expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' })
})
