import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { providers } from '#server/providers'
import { askUser } from '../support/providers/canonical-conversation'
import type { ProviderHarness } from '../support/providers/provider-harness'
import { translateRequest } from '../support/request-body'
import { anyTranscript } from '../support/vendor-rules/any-transcript'
import { NATIVE_TURNS } from '../support/vendor-rules/native-turns'
import type { VendorRules } from '../support/vendor-rules/vendor-rules'

const harnesses = import.meta.glob<{ harness?: ProviderHarness }>('../support/providers/*.ts', { eager: true })
const rulebooks = import.meta.glob<{ rules?: VendorRules }>('../support/vendor-rules/*.ts', { eager: true })
const CONNECTION = { baseUrl: 'http://127.0.0.1:9', apiKey: 'test-key' }
const weather = { name: 'get_weather', description: 'Weather.', inputSchema: { type: 'object', properties: {} }, annotations: {} }

/** Models with rules of their own for a history. */
const FURTHER_MODELS: Readonly<Record<string, readonly string[]>> = { anthropic: ['claude-haiku-4-5'] }

const wired = providers.flatMap((provider) => {
  const harness = harnesses[`../support/providers/${provider.id}.ts`]?.harness
  const rules = rulebooks[`../support/vendor-rules/${provider.id}.ts`]?.rules
  return harness && rules ? [{ id: provider.id, provider, harness, rules }] : []
})

describe.each(wired)('$id', ({ id, provider, harness, rules }) => {
  const origin = { adapter: id, endpoint: CONNECTION.baseUrl, model: harness.model }

  it.each([harness.model, ...FURTHER_MODELS[id] ?? []])('sends %s any history in a form that its vendor takes [F020-A2]', async (model) => {
    await fc.assert(fc.asyncProperty(anyTranscript({ ...origin, model }), async (messages) => {
      const before = JSON.stringify(messages)
      const { body, warnings } = await translateRequest(provider, { model, messages, tools: [weather], reasoningEffort: 'low', toolChoice: 'required' }, CONNECTION)
      expect(rules(body)).toEqual([])
      expect(JSON.stringify(messages)).toBe(before)
      // Of a setting, the name of the model comes first.
      for (const { path, reason } of warnings) expect(reason).toMatch(path.startsWith('/settings/') ? /\.$/ : /^[A-Z].*\.$/s)
    }), { seed: 7, numRuns: 300 })
  })

  it('names the same call alike in every later request [F020-A3]', async () => {
    await fc.assert(fc.asyncProperty(anyTranscript(origin), async (messages) => {
      const ask = (history: typeof messages) => translateRequest(provider, { model: harness.model, messages: history, tools: [weather] }, CONNECTION)
      const [earlier, later] = await Promise.all([ask([...messages, askUser('One.')]), ask([...messages, askUser('One.'), askUser('Two.')])])
      expect(readIds(later.body)).toEqual(readIds(earlier.body))
    }), { seed: 7, numRuns: 100 })
  })

  it('gives its own turn back byte for byte, keys in their order [F020-A4]', async () => {
    const parts = [
      { type: 'text' as const, text: 'Let me look.' },
      { type: 'tool-call' as const, callId: 'call_1', providerCallId: 'vendor_1', name: 'get_weather', arguments: { ok: true as const, value: { zebra: 1, apple: [null, { b: 1, a: 2 }] } } },
    ]
    // As the store gives it back: through JSON, and with fields that came after this version before the known ones.
    const native: unknown = JSON.parse(JSON.stringify(withNewerFields(NATIVE_TURNS[id]?.(parts))))
    const answer = { callId: 'call_1', name: 'get_weather', outcome: { status: 'ok' as const, content: [{ type: 'text' as const, text: 'Sunny.' }], durationMs: 1 } }
    const messages = [askUser('Weather?'), { role: 'assistant' as const, parts, origin, native }, { role: 'tool' as const, results: [answer] }]
    const { text, warnings } = await translateRequest(provider, { model: harness.model, messages, tools: [weather] }, CONNECTION)
    expect(text).toContain(readTurnText(native))
    expect(warnings).toEqual([])

    const elsewhere = messages.map(message => message.role === 'assistant' ? { ...message, origin: { ...origin, endpoint: 'https://elsewhere.test' } } : message)
    const rebuilt = await translateRequest(provider, { model: harness.model, messages: elsewhere, tools: [weather] }, CONNECTION)
    expect(rebuilt.text).not.toMatch(/c2lnbmF0dXJl|c2VhbGVk|Hm\.|vendor_1/)
    expect(rebuilt.warnings).toMatchObject([{ keyword: 'signature', action: 'left-out', path: '/messages/1', reason: expect.stringContaining(harness.model) }])
  })
})

/** Each object of the turn with an unknown field in front, as a vendor may send one any day; chat servers get only known fields back. */
function withNewerFields(turn: unknown): unknown {
  if (Array.isArray(turn)) return turn.map(item => typeof item === 'object' && item !== null ? { a_newer_field: 1, ...item } : item)
  if (typeof turn === 'object' && turn !== null && 'content' in turn && Array.isArray(turn.content)) return { ...turn, content: withNewerFields(turn.content) }
  if (typeof turn === 'object' && turn !== null && 'parts' in turn) return { ...turn, parts: withNewerFields(turn.parts) }
  return turn
}

/** The turn as it stands in a request body: its content blocks, its items without the brackets, or itself. */
function readTurnText(native: unknown): string {
  if (Array.isArray(native)) return JSON.stringify(native).slice(1, -1)
  if (typeof native === 'object' && native !== null && 'content' in native && Array.isArray(native.content)) return `"content":${JSON.stringify(native.content)}`
  return JSON.stringify(native)
}

function readIds(body: unknown): string[] {
  const ids: string[] = []
  JSON.stringify(body, (key, value: unknown) => {
    if (['id', 'call_id', 'tool_use_id', 'tool_call_id'].includes(key) && typeof value === 'string') ids.push(value)
    return value
  })
  return ids
}
