import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '#shared/message'
import { openaiResponsesProvider } from '#server/providers/openai-responses'
import type { ModelEvent } from '#server/providers/provider'
import { harness } from '../../../../fixtures/providers/openai-responses/harness'
import { startVendorServer, type VendorServer } from '../../../../support/providers/vendor-server'
import { readAnswer } from '../../../../support/read-answer'

const refusal = {
  status: 400,
  headers: { 'content-type': 'application/json' },
  frames: [JSON.stringify({
    error: {
      message: 'The encrypted content could not be verified.',
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_encrypted_content',
    },
  })],
}
const answer = {
  frames: harness.toFrames({ text: ['Done.'], calls: [], ending: 'stop', usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0 } }),
}

let server: VendorServer
beforeEach(async () => {
  server = await startVendorServer()
})
afterEach(() => server.close())

function ask(native?: unknown): Promise<ModelEvent[]> {
  const connection = { baseUrl: `${server.origin}/v1`, apiKey: 'test-key-0123' }
  const origin = { adapter: 'openai-responses', endpoint: connection.baseUrl, model: harness.model }
  const messages: Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'Add.' }] },
    {
      role: 'assistant',
      origin,
      native,
      parts: [{ type: 'tool-call', callId: 'ours', providerCallId: 'call_v', name: 'add', arguments: { ok: true, value: {} } }],
    },
  ]
  return readAnswer(openaiResponsesProvider, { model: harness.model, messages, tools: [] }, connection)
}

const call = { type: 'function_call', id: 'fc_1', call_id: 'call_v', name: 'add', arguments: '{}', status: 'completed' }
const sealed = [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }, call]

describe('sealed reasoning that the service cannot open', () => {
  it('is left out of one more request, which is told as it goes out [F020-A5]', async () => {
    server.reply(refusal, answer)
    const events = await ask(sealed)
    expect(server.requests).toHaveLength(2)
    const [first, second] = server.requests.map(({ body }) => body)
    expect(JSON.stringify(first)).toContain('"sealed"')
    const { id: _id, ...bare } = call
    expect(second).toMatchObject({ input: [{ role: 'user' }, bare, { type: 'function_call_output', call_id: 'call_v' }] })
    expect(JSON.stringify(second)).not.toMatch(/sealed|"rs_1"|"fc_1"/)
    const bodies = events.flatMap(event => event.type === 'request' ? [JSON.parse(event.body)] : [])
    expect(bodies).toEqual([first, second])
    expect(events).toContainEqual({ type: 'warning', warning: expect.objectContaining({ keyword: 'reasoning', action: 'left-out' }) })
    expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' })
  })

  it.each([
    'Item \'rs_1\' of type \'reasoning\' was provided without its required following item.',
    'Item \'fc_1\' of type \'function_call\' was provided without its required \'reasoning\' item: \'rs_1\'.',
    'Item with id \'rs_1\' not found. Items are not persisted when `store` is set to false.',
  ])('is left out too when its pair is missed: %s', async (message) => {
    server.reply(
      { ...refusal, frames: [JSON.stringify({ error: { message, type: 'invalid_request_error', param: 'input', code: null } })] }, answer,
    )
    expect((await ask(sealed)).at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' })
    expect(JSON.stringify(server.requests[1]?.body)).not.toMatch(/sealed|"rs_1"|"fc_1"/)
  })

  it('is asked for without a summary where the organisation is not verified', async () => {
    const message = 'Your organization must be verified to generate reasoning summaries.'
    server.reply(
      {
        ...refusal,
        frames: [
          JSON.stringify({ error: { message, type: 'invalid_request_error', param: 'reasoning.summary', code: 'unsupported_value' } }),
        ],
      },
      answer,
    )
    const events = await ask(sealed)
    expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' })
    expect(events).toContainEqual({ type: 'warning', warning: expect.objectContaining({ keyword: 'summary', action: 'left-out' }) })
    expect(server.requests.map(({ body }) => JSON.stringify(body).includes('"summary":"auto"'))).toEqual([true, false])
    expect(JSON.stringify(server.requests[1]?.body)).toContain('sealed')
  })

  it('is not asked about a third time, nor when there was none', async () => {
    server.reply(refusal)
    await expect(ask(sealed)).rejects.toMatchObject({ code: 'provider-rejected' })
    expect(server.requests).toHaveLength(2)
    await expect(ask()).rejects.toMatchObject({ code: 'provider-rejected' })
    expect(server.requests).toHaveLength(3)
  })
})
