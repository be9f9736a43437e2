import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LLMock } from '@copilotkit/aimock'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Message } from '#shared/message'
import type { ToolDefinition } from '#shared/tool'
import { geminiProvider } from '#server/providers/gemini'
import type { ModelEvent, ModelRequest } from '#server/providers/provider'
import { readAnswer, readRequestBody, streamAnswer } from '../support/read-answer'

const weather: ToolDefinition = {
  name: 'get_weather', description: 'Tells the weather', annotations: {},
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })
const ask = (text: string): ModelRequest => ({ model: 'gemini-3.8-flash', system: 'Be brief.', messages: [user(text)], tools: [weather] })

async function startMock(prepare: (mock: LLMock) => void) {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', chunkSize: 8 })
  prepare(mock)
  await mock.start()
  onTestFinished(() => mock.stop())
  return { mock, connection: { baseUrl: mock.url, apiKey: 'test-key' } }
}

async function startServer(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  }))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'test-key' }
}

async function collect(request: ModelRequest, connection: { baseUrl: string, apiKey: string }, signal = new AbortController().signal): Promise<ModelEvent[]> {
  return readAnswer(geminiProvider, request, connection, signal)
}
const textOf = (events: readonly ModelEvent[]) => events.flatMap(event => event.type === 'text-delta' ? [event.text] : []).join('')

describe('gemini over HTTP', () => {
  it('streams text, two parallel calls, and the answer after their results', async () => {
    const { mock, connection } = await startMock((llm) => {
      llm.on({ userMessage: 'Paris', hasToolResult: true }, { content: 'Both are mild.' })
      llm.on({ userMessage: 'Paris' }, { content: 'One moment.', toolCalls: [
        { id: 'v1', name: 'get_weather', arguments: '{"city":"Paris"}' }, { id: 'v2', name: 'get_weather', arguments: '{"city":"Tokyo"}' },
      ] })
    })
    const request = ask('Paris and Tokyo?')
    const first = await collect(request, connection)
    const calls = first.filter(event => event.type === 'tool-call')
    expect(textOf(first)).toBe('One moment.')
    expect(calls.map(call => [call.providerCallId, call.arguments])).toEqual([['v1', { ok: true, value: { city: 'Paris' } }], ['v2', { ok: true, value: { city: 'Tokyo' } }]])
    const finish = first.at(-1)
    expect(finish).toMatchObject({ type: 'finish', finishReason: 'tool-calls' })

    const second = await collect({ ...request, messages: [
      ...request.messages,
      {
        role: 'assistant',
        origin: { adapter: 'gemini', endpoint: connection.baseUrl, model: request.model },
        native: finish?.type === 'finish' ? finish.native : undefined,
        parts: [{ type: 'text', text: 'One moment.' }, ...calls.map((call, index) => ({ type: 'tool-call' as const, callId: `c${index}`, name: call.name, arguments: call.arguments }))],
      },
      { role: 'tool', results: calls.map((call, index) => ({ callId: `c${index}`, name: call.name, outcome: { status: 'ok' as const, content: [{ type: 'text' as const, text: 'mild' }], durationMs: 1 } })) },
    ] }, connection)
    expect(textOf(second)).toBe('Both are mild.')
    const sent = readRequestBody(second)
    expect(sent).toMatchObject({ contents: [{ role: 'user' }, { role: 'model', parts: [{ text: 'One moment.' }, { functionCall: { id: 'v1' } }, { functionCall: { id: 'v2' } }] }, { role: 'user', parts: [{ functionResponse: { id: 'v1' } }, { functionResponse: { id: 'v2' } }] }] })
    expect(mock.getRequests()).toHaveLength(2)
  })

  it('sends exactly the body that it reports, and the key only in its header', async () => {
    let seen: { body: unknown, key: unknown, url: unknown } | undefined
    const connection = await startServer((incoming, response) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
        seen = { body: JSON.parse(Buffer.concat(chunks).toString()), key: incoming.headers['x-goog-api-key'], url: incoming.url }
        response.end('data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}]}\r\n\r\n')
      })
    })
    const [request] = await collect(ask('Hello'), { ...connection, baseUrl: `${connection.baseUrl}/v1beta/` })
    expect(request?.type === 'request' && JSON.parse(request.body)).toEqual(seen?.body)
    expect(seen).toMatchObject({ key: 'test-key', url: '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse' })
    expect(JSON.stringify(request)).not.toContain('test-key')
  })

  it('takes a stream that stops in the middle for a broken protocol', async () => {
    const connection = await startServer((_, response) => response.end('data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}\n\n'))
    await expect(collect(ask('Hello'), connection)).rejects.toMatchObject({ code: 'provider-protocol' })
  })

  it('survives a connection that is torn while it streams', async () => {
    const connection = await startServer((_, response) => {
      response.write('data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}\n\n', () => response.destroy())
    })
    await expect(collect(ask('Hello'), connection)).rejects.toMatchObject({ code: 'provider-protocol' })
  })

  it('says that the vendor is busy, and for how long', async () => {
    const connection = await startServer((_, response) => response.writeHead(429, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota', details: [{ retryDelay: '7s' }] } })))
    await expect(collect(ask('Hello'), connection)).rejects.toMatchObject({ code: 'provider-rate-limited', retryAfterMs: 7000 })
  })

  it('sends nothing when it was stopped before', async () => {
    let requests = 0
    const connection = await startServer((_, response) => {
      requests += 1
      response.end()
    })
    await expect(collect(ask('Hello'), connection, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    expect(requests).toBe(0)
  })

  it('closes the connection when it is stopped in the middle, and when the reader leaves', async () => {
    for (const leave of ['abort', 'return'] as const) {
      const closed = Promise.withResolvers<undefined>()
      const connection = await startServer((_, response) => {
        response.on('close', () => closed.resolve(undefined))
        response.write('data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}\n\n')
      })
      const controller = new AbortController()
      const events = streamAnswer(geminiProvider, ask('Hello'), connection, controller.signal)
      while ((await events.next()).value?.type !== 'text-delta');
      if (leave === 'return') await events.return?.()
      else {
        const next = events.next()
        controller.abort(new Error('stopped'))
        await expect(next).rejects.toThrow('stopped')
      }
      await closed.promise
    }
  })

  it('asks for the models that can chat', async () => {
    const connection = await startServer((incoming, response) => {
      if (incoming.url !== '/v1beta/models?pageSize=1000' || incoming.headers['x-goog-api-key'] !== 'test-key') return response.writeHead(400).end('{"error":{"details":[{"reason":"API_KEY_INVALID"}]}}')
      response.end(JSON.stringify({ models: [
        { name: 'models/gemini-3.8-flash', displayName: 'Gemini 3.8 Flash', inputTokenLimit: 1000, thinking: true, supportedGenerationMethods: ['generateContent'] },
        { name: 'models/embedding-1', supportedGenerationMethods: ['embedContent'] },
      ] }))
    })
    const signal = new AbortController().signal
    expect(await geminiProvider.listModels(connection, signal)).toEqual([
      { id: 'gemini-3.8-flash', name: 'Gemini 3.8 Flash', contextWindow: 1000, capabilities: { tools: true, images: true, reasoning: true } },
    ])
    await expect(geminiProvider.listModels({ ...connection, apiKey: 'wrong' }, signal)).rejects.toMatchObject({ code: 'provider-rejected', message: expect.stringContaining('key') })
  })
})
