import { afterEach, beforeEach, expect, it } from 'vitest'
import { anthropicProvider } from '#server/providers/anthropic'
import { startVendorServer, type VendorServer } from '../../../../support/providers/vendor-server'

let server: VendorServer
beforeEach(async () => {
  server = await startVendorServer()
})
afterEach(() => server.close())

const page = (models: readonly object[], hasMore = false) => ({
  headers: { 'content-type': 'application/json' },
  frames: [JSON.stringify({ data: models, has_more: hasMore, first_id: 'first', last_id: 'last' })],
})
const list = () => anthropicProvider.listModels({ baseUrl: server.origin, apiKey: 'k' }, new AbortController().signal)

it('reads every page, and leaves out what is retired or has no id', async () => {
  server.reply(page([{ id: 'claude-a' }, { display_name: 'Nameless' }], true), page([
    { id: 'claude-b', lifecycle: 'retired' }, { id: 'claude-c', display_name: 'C', max_input_tokens: 5 },
  ]))
  const capabilities = { tools: true, images: true, reasoning: true }
  expect(await list()).toEqual([
    { id: 'claude-a', name: 'claude-a', capabilities }, { id: 'claude-c', name: 'C', contextWindow: 5, capabilities },
  ])
  expect(server.requests.map(({ path }) => path)).toEqual(['/v1/models?limit=100', '/v1/models?limit=100&after_id=last'])
})

it('stops at a list that never ends', async () => {
  server.reply(page([{ id: 'claude-a' }], true))
  expect((await list()).length).toBeLessThan(50)
})

it('says so when what answers is no list of models', async () => {
  server.reply({ headers: { 'content-type': 'text/html' }, frames: ['<html>Hello</html>'] })
  expect(await list().catch((error: unknown) => error)).toMatchObject({ code: 'provider-protocol' })
})
