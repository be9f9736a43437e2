import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

describe('the address', () => {
  it.each([
    ['', '/v1'], ['/', '/v1'], ['/v1', '/v1'], ['/v1/', '/v1'], ['/anthropic', '/anthropic/v1'], [
      '/proxy/anthropic/v1', '/proxy/anthropic/v1',
    ],
  ])('may have "%s" behind it, and everything is asked below %s', async (path, root) => {
    const connection = { baseUrl: server.origin + path, apiKey: 'test-key' }
    server.reply({
      frames: harness.toFrames({ text: ['Hi.'], calls: [], ending: 'stop', usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0 } }),
    })
    await readAnswer(anthropicProvider, { model: 'claude-opus-5', messages: [askUser('Hello')], tools: [] }, connection)
    server.reply({ headers: { 'content-type': 'application/json' }, frames: [harness.toModelList(['a'])] })
    await anthropicProvider.listModels(connection, new AbortController().signal)
    expect(server.requests.map(request => request.path)).toEqual([`${root}/messages`, `${root}/models?limit=100`])
  })
})
