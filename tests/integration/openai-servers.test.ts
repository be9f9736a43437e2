import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openaiChatProvider } from '#server/providers/openai-chat'
import { openaiResponsesProvider } from '#server/providers/openai-responses'
import type { Provider } from '#server/providers/provider'
import { askUser } from '../support/providers/canonical-conversation'
import { harness as chat } from '../fixtures/providers/openai-chat/harness'
import { harness as responses } from '../fixtures/providers/openai-responses/harness'
import type { ScriptedAnswer } from '../support/providers/provider-harness'
import { startVendorServer, type VendorServer } from '../support/providers/vendor-server'
import { readAnswer } from '../support/read-answer'

const ANSWER: ScriptedAnswer = { text: ['Hi'], calls: [], ending: 'stop', usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0 } }
const JSON_TYPE = { 'content-type': 'application/json' }
const add = { name: 'add', description: 'Adds.', inputSchema: { type: 'object' }, annotations: {} }

let server: VendorServer
beforeEach(async () => {
  server = await startVendorServer()
})
afterEach(() => server.close())

function ask(provider: Provider, connection: { readonly path?: string, readonly profile?: string } = {}) {
  return readAnswer(
    provider, { model: 'm', messages: [askUser('Hi')], tools: [add] },
    { baseUrl: server.origin + (connection.path ?? '/v1'), apiKey: 'key', profile: connection.profile },
  )
}

describe('a server of OpenAI\'s dialects', () => {
  it.each([
    [openaiChatProvider, '', '/chat/completions'],
    [openaiChatProvider, '/api/v1', '/api/v1/chat/completions'],
    [openaiChatProvider, '/api/v1/', '/api/v1/chat/completions'],
    [
      openaiChatProvider, '/openai/deployments/own?api-version=2024-10-21',
      '/openai/deployments/own/chat/completions?api-version=2024-10-21',
    ],
    [openaiResponsesProvider, '/openai/v1/', '/openai/v1/responses'],
    [openaiResponsesProvider, '/openai/v1?api-version=preview', '/openai/v1/responses?api-version=preview'],
  ])('%#: is asked below its address, whatever that looks like', async (provider, path, expected) => {
    server.reply({ frames: (provider === openaiChatProvider ? chat : responses).toFrames(ANSWER) })
    await ask(provider, { path })
    expect(server.requests.map(request => request.path)).toEqual([expected])
  })

  it('may answer whole instead of in a stream', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }
    const message = { role: 'assistant', content: 'Let me see.', tool_calls: [call, { ...call, id: 'call_2' }] }
    const body = {
      object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], usage: { prompt_tokens: 3, completion_tokens: 2 },
    }
    server.reply({ headers: JSON_TYPE, frames: [JSON.stringify(body)] })
    const events = await ask(openaiChatProvider)
    expect(events.filter(({ type }) => type === 'text-delta' || type === 'tool-call')).toMatchObject([
      { text: 'Let me see.' }, { providerCallId: 'call_1', arguments: { value: { a: 1 } } }, { providerCallId: 'call_2' },
    ])
    expect(events.at(-1)).toMatchObject({
      finishReason: 'tool-calls', usage: { inputTokens: 3 }, native: { content: 'Let me see.', tool_calls: [call, { id: 'call_2' }] },
    })
  })

  it('may keep the connection open after its answer has ended [F002-A83]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const usage = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } }
    const chunks = [{ choices: [{ delta: { content: 'Hi' } }] }, { choices: [{ delta: {}, finish_reason: 'stop' }] }, usage]
    server.reply({ frames: chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`), ending: 'hang' })
    const read = Promise.withResolvers<undefined>()
    const answer = Array.fromAsync(openaiChatProvider.stream({ model: 'm', messages: [askUser('Hi')], tools: [] }, {
      connection: { baseUrl: `${server.origin}/v1`, apiKey: 'key' },
      signal: new AbortController().signal,
      onRawEvent: text => text.includes('usage') && read.resolve(undefined),
    }))
    await read.promise
    await vi.advanceTimersByTimeAsync(6_000)
    expect((await answer).flat().at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop', usage: { inputTokens: 3, outputTokens: 2 } })
  })

  it('may answer whole to the Responses interface too', async () => {
    const output = [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Hi.', annotations: [] }] }]
    server.reply({
      headers: JSON_TYPE,
      frames: [JSON.stringify({ id: 'resp_1', object: 'response', status: 'completed', error: null, output, usage: null })],
    })
    expect((await ask(openaiResponsesProvider)).slice(-2)).toMatchObject([
      { type: 'text-delta', text: 'Hi.' }, { finishReason: 'stop', native: output, usage: { inputTokens: 0 } },
    ])
  })

  it.each([openaiChatProvider, openaiResponsesProvider])('$id: is heard when it says with status 200 that it failed', async (provider) => {
    server.reply({ headers: JSON_TYPE, frames: [JSON.stringify({ error: { message: 'Slow down.', code: 429 } })] })
    await expect(ask(provider)).rejects.toMatchObject({ code: 'provider-rate-limited', retryable: true })
  })
})
