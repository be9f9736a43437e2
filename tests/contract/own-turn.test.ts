import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '#shared/message'
import { askUser } from '../support/providers/canonical-conversation'
import { startVendorServer, type VendorServer } from '../support/providers/vendor-server'
import { replaceFrameJson } from '../support/providers/wire-frame'
import { inEachFraming } from '../support/providers/wired-providers'
import { readAnswer } from '../support/read-answer'
import { translateRequest } from '../support/request-body'

const weather = { name: 'get_weather', description: 'Weather.', inputSchema: { type: 'object', properties: {} }, annotations: {} }
const SEAL = 'c2VhbGVk'

describe.each(inEachFraming)('$name', ({ id, provider, harness }) => {
  let server: VendorServer
  beforeEach(async () => {
    server = await startVendorServer()
  })
  afterEach(() => server.close())

  it('gets its streamed turn back as it wrote it, keys in their order, and marked as sealed [F020-A4] [F020-A18]', async () => {
    const call = { id: 'c1', name: 'get_weather', fragments: ['{"zone":{"b":1,"a":2},', '"city":"Paris"}'] }
    const frames = harness.toFrames({
      reasoning: { text: 'Hm.', seal: SEAL },
      text: [],
      calls: [call],
      ending: 'tool-calls',
      usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0 },
    })
    server.reply({ frames: frames.map(frame => replaceFrameJson(frame, json => JSON.stringify(reverseKeys(JSON.parse(json))))) })
    const connection = { baseUrl: server.origin + harness.basePath, apiKey: 'test-key' }
    const events = await readAnswer(provider, { model: harness.model, messages: [askUser('Weather?')], tools: [weather] }, connection)

    // Another model is asked later: the turn itself knows what is lost then.
    const finish = events.find(event => event.type === 'finish')
    expect(finish?.hasSealedReasoning ?? false).toBe(harness.exceptions['sealed-reasoning'] === undefined)
    const origin = { adapter: id, endpoint: connection.baseUrl, model: harness.model }
    const parts = events.flatMap(event => event.type === 'tool-call'
      ? [{ type: 'tool-call' as const, callId: 'ours', providerCallId: event.providerCallId, name: event.name, arguments: event.arguments }]
      : [])
    const native: unknown = JSON.parse(JSON.stringify(finish?.native))
    const messages: Message[] = [askUser('Weather?'), { role: 'assistant', parts, origin, native }]
    const { text } = await translateRequest(provider, { model: harness.model, messages, tools: [weather] }, connection)
    expect(harness.turns.reversed).not.toEqual([])
    for (const piece of harness.turns.reversed) expect(text).toContain(piece)
  })
})

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).toReversed().map(([key, child]) => [key, reverseKeys(child)]))
}
