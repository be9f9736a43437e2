import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Message } from '#shared/message'
import { anthropicProvider } from '#server/providers/anthropic'
import { askUser } from '../../../../support/providers/canonical-conversation'
import { harness } from '../../../../fixtures/providers/anthropic/harness'
import { startVendorServer, type VendorServer } from '../../../../support/providers/vendor-server'
import { readAnswer } from '../../../../support/read-answer'

let server: VendorServer
beforeEach(async () => {
  server = await startVendorServer()
})
afterEach(() => server.close())

const said = { type: 'text', text: 'Hello.' }
const hi = {
  frames: harness.toFrames({ text: ['Hi.'], calls: [], ending: 'stop', usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0 } }),
}
const refusal = (message: string) => ({
  status: 400,
  headers: { 'content-type': 'application/json' },
  frames: [JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })],
})

function ask(content: readonly object[]) {
  const origin = { adapter: 'anthropic', endpoint: server.origin, model: 'claude-opus-5' }
  const messages: Message[] = [
    askUser('A'), { role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }], origin, native: { content } }, askUser('B'),
  ]
  return readAnswer(anthropicProvider, { model: 'claude-opus-5', messages, tools: [] }, { baseUrl: server.origin, apiKey: 'k' })
}

it.each([
  'messages.1.content.0: Invalid `signature` in `thinking` block',
  'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
  'messages.1.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.',
])('goes once more without the thinking of earlier turns: %s [F020-A5]', async (message) => {
  server.reply(refusal(message), hi)
  const events = await ask([{ type: 'thinking', thinking: 'Hm.', signature: 's' }, said])
  expect(server.requests).toHaveLength(2)
  expect(server.requests[1]?.body).toMatchObject({ messages: [{ role: 'user' }, { role: 'assistant', content: [said] }, { role: 'user' }] })
  expect(server.requests[1]?.text).not.toContain('thinking')
  expect(events.filter(({ type }) => type === 'request')).toEqual(server.requests.map(({ text }) => ({ type: 'request', body: text })))
  expect(events.flatMap(event => event.type === 'warning' ? event.warning.keyword : [])).toEqual(['reasoning'])
  expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' })
})

it('goes once more without thinking, and as it may go then, where a turn without it is refused [F020-A14]', async () => {
  const expected = 'messages.3.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. '
    + 'When `thinking` is enabled, a final `assistant` message must start with a thinking block.'
  const origin = { adapter: 'anthropic', endpoint: server.origin, model: 'claude-haiku-4-5' }
  const turn = (id: string, content: readonly object[]): readonly Message[] => [
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: id, providerCallId: id, name: 'add', arguments: { ok: true, value: {} } }],
      origin,
      native: { content },
    },
    { role: 'tool', results: [{ callId: id, name: 'add', outcome: { status: 'ok', content: [], durationMs: 1 } }] },
  ]
  const use = (id: string) => ({ type: 'tool_use', id, name: 'add', input: {} })
  const messages = [askUser('A'), ...turn('1', [{ type: 'thinking', thinking: 'Hm.', signature: 's' }, use('1')]), ...turn('2', [use('2')])]
  const tools = [{ name: 'add', description: '', inputSchema: { type: 'object' }, annotations: {} }]
  server.reply(refusal(expected), hi)
  const events = await readAnswer(anthropicProvider, {
    model: origin.model, messages, tools, reasoningEffort: 'low', toolChoice: 'required',
  }, {
    baseUrl: server.origin, apiKey: 'k',
  })
  expect(server.requests[0]?.body).toMatchObject({ thinking: { type: 'enabled' }, tool_choice: { type: 'auto' } })
  expect(server.requests[1]?.body).toMatchObject({ tool_choice: { type: 'any' } })
  expect(server.requests[1]?.body).not.toHaveProperty('thinking')
  expect(events.filter(({ type }) => type === 'request')).toEqual(server.requests.map(({ text }) => ({ type: 'request', body: text })))
  expect(events.flatMap(event => event.type === 'warning' ? event.warning.keyword : [])).toEqual(['toolChoice', 'reasoningEffort'])

  server.reply(refusal(expected))
  await expect(readAnswer(anthropicProvider, {
    model: origin.model, messages, tools,
  }, { baseUrl: server.origin, apiKey: 'k' })).rejects.toMatchObject({ code: 'provider-rejected' })
  expect(server.requests).toHaveLength(3)
})

it('asks once where there is no thinking to leave out, or something else was refused', async () => {
  server.reply(refusal('messages.1.content.0: Invalid `signature` in `thinking` block'))
  await expect(ask([said])).rejects.toMatchObject({ code: 'provider-rejected' })
  server.reply(refusal('messages.1: something else'))
  await expect(ask([{ type: 'thinking', thinking: 'Hm.', signature: 's' }, said])).rejects.toMatchObject({ code: 'provider-rejected' })
  expect(server.requests).toHaveLength(2)
})
