import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTranscript } from '../support/providers/any-transcript'
import { askUser } from '../support/providers/canonical-conversation'
import { wired } from '../support/providers/wired-providers'
import { translateRequest } from '../support/request-body'

const CONNECTION = { baseUrl: 'http://127.0.0.1:9', apiKey: 'test-key' }
const weather = { name: 'get_weather', description: 'Weather.', inputSchema: { type: 'object', properties: {} }, annotations: {} }

describe.each(wired)('$id', ({ id, provider, harness }) => {
  const origin = { adapter: id, endpoint: CONNECTION.baseUrl, model: harness.model }

  it.each([harness.model, ...harness.furtherModels])('sends %s any history in a form that its vendor takes [F020-A2]', async (model) => {
    await fc.assert(fc.asyncProperty(anyTranscript({ ...origin, model }, harness.turns.toNative), async (messages) => {
      const before = JSON.stringify(messages)
      const { body, warnings } = await translateRequest(
        provider, { model, messages, tools: [weather], reasoningEffort: 'low', toolChoice: 'required' }, CONNECTION,
      )
      expect(harness.rules(body)).toEqual([])
      expect(JSON.stringify(messages)).toBe(before)
      // Of a setting, the name of the model comes first.
      for (const { path, reason } of warnings) expect(reason).toMatch(path.startsWith('/settings/') ? /\.$/ : /^[A-Z].*\.$/s)
    }), { seed: 7, numRuns: 300 })
  })

  it('names the same call alike in every later request [F020-A3]', async () => {
    await fc.assert(fc.asyncProperty(anyTranscript(origin, harness.turns.toNative), async (messages) => {
      const ask = (history: typeof messages) => translateRequest(
        provider, { model: harness.model, messages: history, tools: [weather] }, CONNECTION,
      )
      const [earlier, later] = await Promise.all([
        ask([...messages, askUser('One.')]), ask([...messages, askUser('One.'), askUser('Two.')]),
      ])
      expect(readIds(later.body)).toEqual(readIds(earlier.body))
    }), { seed: 7, numRuns: 100 })
  })

  it('gives its own turn back byte for byte, keys in their order [F020-A4]', async () => {
    const parts = [
      { type: 'text' as const, text: 'Let me look.' },
      {
        type: 'tool-call' as const,
        callId: 'call_1',
        providerCallId: 'vendor_1',
        name: 'get_weather',
        arguments: { ok: true as const, value: { zebra: 1, apple: [null, { b: 1, a: 2 }] } },
      },
    ]
    // As the store gives it back: through JSON, and with fields that came after this version before the known ones.
    const native: unknown = JSON.parse(JSON.stringify(harness.turns.toNative(parts, { a_newer_field: 1 })))
    const answer = {
      callId: 'call_1',
      name: 'get_weather',
      outcome: { status: 'ok' as const, content: [{ type: 'text' as const, text: 'Sunny.' }], durationMs: 1 },
    }
    const messages = [
      askUser('Weather?'),
      { role: 'assistant' as const, parts, origin, native, hasSealedReasoning: true },
      { role: 'tool' as const, results: [answer] },
    ]
    const { text, warnings } = await translateRequest(provider, { model: harness.model, messages, tools: [weather] }, CONNECTION)
    expect(text).toContain(harness.turns.toText(native))
    expect(warnings).toEqual([])

    const elsewhere = messages.map(message => message.role === 'assistant'
      ? { ...message, origin: { ...origin, endpoint: 'https://elsewhere.test' } }
      : message)
    const rebuilt = await translateRequest(provider, { model: harness.model, messages: elsewhere, tools: [weather] }, CONNECTION)
    expect(rebuilt.text).not.toMatch(/c2lnbmF0dXJl|c2VhbGVk|Hm\.|vendor_1/)
    expect(rebuilt.warnings).toMatchObject([
      { keyword: 'signature', action: 'left-out', path: '/messages/1', reason: expect.stringContaining(harness.model) },
    ])
  })
})

function readIds(body: unknown): string[] {
  const ids: string[] = []
  JSON.stringify(body, (key, value: unknown) => {
    if (/^id$|_id$|Id$/.test(key) && typeof value === 'string') ids.push(value)
    return value
  })
  return ids
}
