import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { geminiProvider } from '#server/providers/gemini'
import { composeGeminiRequest } from '#server/providers/gemini/client'
import type { GeminiRequest } from '#server/providers/gemini/request'
import { readAnswer } from '../../../../support/read-answer'
import { startVendorServer, type VendorServer } from '../../../../support/providers/vendor-server'

let server: VendorServer
beforeEach(async () => {
  server = await startVendorServer()
})
afterEach(() => server.close())

const ask = () => readAnswer(geminiProvider, { model: 'gemini-3.8-flash', messages: [], tools: [] }, {
  baseUrl: server.origin, apiKey: 'k',
})
const ANSWER = { candidates: [{ content: { role: 'model', parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }] }

describe('a request to Gemini', () => {
  it.each([
    ['gemini-3.8-flash', 'models/gemini-3.8-flash'], ['tunedModels/mine', 'tunedModels/mine'],
  ])('names %s as the SDK does', (model, name) => {
    const wire: GeminiRequest = {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      continuationToken: 'ct',
      generationConfig: { temperature: 1 },
      safetySettings: [],
    }
    expect(composeGeminiRequest(model, wire, '[]')).toEqual({
      path: `${name}:streamGenerateContent`,
      body: '{"generationConfig":{"temperature":1},"safetySettings":[],'
        + '"contents":[{"role":"user","parts":[{"text":"Hi"}]}],"continuationToken":"ct"}',
    })
  })

  it('is answered by a server that does not stream, with one chunk or a list of them', async () => {
    for (const body of [ANSWER, [ANSWER]]) {
      server.reply({ headers: { 'content-type': 'application/json' }, frames: [JSON.stringify(body)] })
      expect((await ask()).slice(1)).toMatchObject([{ type: 'text-delta', text: 'Hello' }, { type: 'finish', finishReason: 'stop' }])
    }
  })

  it('is refused in any form, with the wait that the refusal asks for', async () => {
    const headers = { 'content-type': 'text/html', 'retry-after': '7' }
    for (const frames of [['[{"error":{"code":503,"message":"Busy."}}]'], ['<html>Bad gateway</html>'], []]) {
      server.reply({ status: 503, headers, frames })
      await expect(ask()).rejects.toMatchObject({ kind: 'overloaded', retryAfterMs: 7000 })
    }
    server.reply({ status: 400, headers, frames: ['Not like this.'] })
    await expect(ask()).rejects.toThrow('It said: Not like this.')
  })

  it('fails in the form of a protocol fault where the body is no answer', async () => {
    server.reply({ headers: { 'content-type': 'text/html' }, frames: ['<html>Sign in</html>'] })
    await expect(ask()).rejects.toMatchObject({ kind: 'protocol' })
    await expect(geminiProvider.listModels(
      { baseUrl: server.origin, apiKey: 'k' }, new AbortController().signal,
    )).rejects.toMatchObject({ kind: 'protocol' })
  })
})
