import { afterEach, beforeEach, expect, it } from 'vitest'
import { geminiProvider } from '#server/providers/gemini'
import { startVendorServer, type VendorServer } from '../../../../support/providers/vendor-server'

let server: VendorServer
beforeEach(async () => {
  server = await startVendorServer()
})
afterEach(() => server.close())

const page = (ids: readonly string[], nextPageToken?: string) => ({
  headers: { 'content-type': 'application/json' }, frames: [
    JSON.stringify({ models: ids.map(id => ({ name: `models/${id}` })), ...(nextPageToken && { nextPageToken }) }),
  ],
})
const list = (path = '') => geminiProvider.listModels({ baseUrl: server.origin + path, apiKey: 'k' }, new AbortController().signal)

it('reads every page of the list', async () => {
  server.reply(page(['a', 'b'], 'to/ken'), page(['c']))
  expect((await list()).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/v1beta/models?pageSize=1000', '/v1beta/models?pageSize=1000&pageToken=to%2Fken',
  ])
})

it('stops at a list that never ends', async () => {
  server.reply(page(['a'], 'again'))
  expect((await list()).length).toBeLessThan(50)
})

it.each(['', '/', '/v1beta', '/v1beta/'])('finds the list below the address with "%s" behind it', async (path) => {
  server.reply(page(['a']))
  await list(path)
  expect(server.requests[0]?.path).toBe('/v1beta/models?pageSize=1000')
})
