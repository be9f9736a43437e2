import { afterEach, beforeEach, expect, it } from 'vitest'
import { listOpenAiModels } from '#server/providers/openai-chat/client'
import { openaiChatProvider } from '#server/providers/openai-chat'
import { startVendorServer, type VendorServer } from '../../../../support/providers/vendor-server'

let server: VendorServer
beforeEach(async () => {
  server = await startVendorServer()
  server.reply({ headers: { 'content-type': 'application/json' }, frames: ['{"data":[{"id":"model-a"}]}'] })
})
afterEach(() => server.close())

async function headersFor(profile: string) {
  const connection = { baseUrl: server.origin, apiKey: 'the-key', profile }
  await listOpenAiModels(connection, new AbortController().signal)
  return server.requests[0]?.headers
}

it('gives Azure its key in a header of its own, and no bearer beside it [F002-A24]', async () => {
  const headers = await headersFor('azure')
  expect(headers).toMatchObject({ 'api-key': 'the-key' })
  expect(headers).not.toHaveProperty('authorization')
})

it('gives other servers the key as a bearer', async () => {
  const headers = await headersFor('generic')
  expect(headers).toMatchObject({ authorization: 'Bearer the-key' })
  expect(headers).not.toHaveProperty('api-key')
})

it('takes a list of models with or without a wrapper', async () => {
  server.reply({ headers: { 'content-type': 'application/json' }, frames: ['[{"id":"model-b","object":"model"}]'] })
  const models = await listOpenAiModels({ baseUrl: server.origin }, new AbortController().signal)
  expect(models.map(({ id }) => id)).toEqual(['model-b'])
})

it.each([
  '<!doctype html><html></html>', '{"status":"ok"}',
])('finds no models in %s, and says that the address may be wrong', async (frame) => {
  server.reply({ headers: { 'content-type': 'text/html' }, frames: [frame] })
  await expect(openaiChatProvider.listModels({ baseUrl: server.origin }, new AbortController().signal)).rejects.toMatchObject({
    code: 'provider-protocol', message: expect.stringContaining('check the base URL'),
  })
})
