import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { AppError } from '#server/errors'
import type { ModelEvent, Provider } from '#server/providers/provider'
import { TOLERANT } from '#server/providers/kit/request/capability-table'
import { createRedactor } from '#server/audit/redact'
import { hideKeys, type SecretFilter } from '#server/settings/hide-key'
import { streamAnswer } from '../../../support/read-answer'

const KEY = 'a key/of no known shape'
const SECRETS = toFilter([KEY])

function toFilter(secrets: readonly string[]): SecretFilter {
  const { redactKeys, openStream } = createRedactor(() => secrets)
  return { hideSecrets: redactKeys, openSecretStream: openStream }
}

function createProvider(stream: Provider['stream']): Provider {
  return {
    id: 'test', label: 'Test', setup: { kind: 'test', kindLabel: 'Test', origin: 'addable', description: 'Tests' }, officialBaseUrl: '',
    needsKey: true, knownModels: [], toolTargets: [], profiles: [], supportOf: () => TOLERANT, stream, listModels: async () => [],
  }
}

async function* fail(error: unknown): AsyncGenerator<readonly ModelEvent[]> {
  yield [{ type: 'text-delta', text: 'Half an' }]
  throw error
}

async function play(provider: Provider): Promise<{ readonly events: readonly ModelEvent[], readonly error: unknown }> {
  const events: ModelEvent[] = []
  try {
    for await (const event of streamAnswer(provider, { model: 'any', messages: [], tools: [] }, {})) events.push(event)
  }
  catch (error) {
    return { events, error }
  }
  return { events, error: undefined }
}

it('takes the key out of what a failure says and of what it keeps for the log [F012-A12]', async () => {
  const cause = Object.assign(
    new Error(`invalid ${KEY}`), { status: 429, error: { message: KEY }, url: `/v1?key=${encodeURIComponent(KEY)}` },
  )
  const vendorError = new AppError('provider-rate-limited', `It said: ${KEY}`, { cause, retryable: true, retryAfterMs: 7000 })
  const { events, error } = await play(hideKeys(createProvider(() => fail(vendorError)), SECRETS))
  expect(events).toEqual([{ type: 'text-delta', text: 'Half an' }])
  expect(error).toMatchObject({ code: 'provider-rate-limited', message: 'It said: [redacted]', retryable: true, retryAfterMs: 7000 })
  expect(inspect(error, { depth: 10 })).toContain('status: 429')
  expect(inspect(error, { depth: 10 })).not.toMatch(/a key|a%20key/)
})

it('passes the reason of an abort on as it is', async () => {
  const reason = new Error('stopped')
  expect((await play(hideKeys(createProvider(() => fail(reason)), SECRETS))).error).toBe(reason)
})

it('leaves the letters of a short key in the words around them, and removes what has the shape of a key', async () => {
  const vendorError = new AppError('provider-rejected', 'ollama: unknown key sk-0123456789abcdefghij for the ok model')
  for (const short of ['k', 'ollama']) {
    const { error } = await play(hideKeys(createProvider(() => fail(vendorError)), toFilter([short])))
    expect(error).toMatchObject({ message: 'ollama: unknown key [redacted] for the ok model' })
  }
})

describe('an answer that repeats the key', () => {
  const HALVES = ['It is a key/of', ' no known shape, I think.']
  const FINISH: ModelEvent = {
    type: 'finish', finishReason: 'stop', rawFinishReason: 'stop',
    usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
  }

  async function* answer(events: readonly ModelEvent[]): AsyncGenerator<readonly ModelEvent[]> {
    for (const event of events) yield [event]
  }
  const filter = async (...events: readonly ModelEvent[]) => (await play(hideKeys(createProvider(() => answer(events)), SECRETS))).events

  it.each(['text-delta', 'reasoning-delta'] as const)('in two pieces of %s does not show it [F012-A63]', async (type) => {
    const events = await filter(...HALVES.map(text => ({ type, text })))
    expect(events).toEqual([{ type, text: 'It is ' }, { type, text: '[redacted], I think.' }])
  })

  it('shows text that only began like it, before whatever follows', async () => {
    const events = await filter(
      { type: 'reasoning-delta', text: 'a key' }, { type: 'text-delta', text: 'a key' },
      { type: 'tool-input-delta', index: 0, name: 'add', text: '{}' },
    )
    expect(events.map(event => 'text' in event ? event.text : '')).toEqual(['a key', 'a key', '{}'])
    expect(await filter({ type: 'text-delta', text: 'a k' }, FINISH)).toEqual([{ type: 'text-delta', text: 'a k' }, FINISH])
    expect(await filter({ type: 'text-delta', text: 'a k' })).toEqual([{ type: 'text-delta', text: 'a k' }])
  })

  it('shows what was held back when it breaks off', async () => {
    async function* breakOff(): AsyncGenerator<readonly ModelEvent[]> {
      yield [{ type: 'text-delta', text: 'a k' }]
      throw new Error('stopped')
    }
    expect((await play(hideKeys(createProvider(breakOff), SECRETS))).events).toEqual([{ type: 'text-delta', text: 'a k' }])
  })

  it('in the arguments of a call does not show or pass it on [F012-A63]', async () => {
    const text = JSON.stringify({ note: KEY, [KEY]: [1] })
    const events = await filter(
      { type: 'tool-input-delta', index: 0, name: 'add', text: text.slice(0, 15) },
      { type: 'tool-input-delta', index: 0, text: text.slice(15) },
      {
        type: 'tool-call', index: 0, name: 'add', arguments: { ok: true, value: { note: KEY, [KEY]: [1] } },
        raw: { name: 'add', arguments: text },
      },
      { type: 'tool-call', index: 1, name: 'add', arguments: { ok: false, text: `{"${KEY}`, error: 'no JSON' }, raw: {} },
    )
    expect(JSON.stringify(events)).not.toMatch(/a key|known shape/)
    expect(events.slice(2)).toEqual([
      {
        type: 'tool-call', index: 0, name: 'add', arguments: { ok: true, value: { 'note': '[redacted]', '[redacted]': [1] } },
        raw: { name: 'add', arguments: '{"note":"[redacted]","[redacted]":[1]}' },
      },
      { type: 'tool-call', index: 1, name: 'add', arguments: { ok: false, text: '{"[redacted]', error: 'no JSON' }, raw: {} },
    ])
  })

  it('at its end does not keep the form of the vendor with it, and keeps any other [F012-A63]', async () => {
    expect(await filter({ ...FINISH, rawFinishReason: KEY, explanation: `It was ${KEY}.`, native: { content: KEY } })).toEqual([
      { ...FINISH, rawFinishReason: '[redacted]', explanation: 'It was [redacted].' },
    ])
    const native = { content: 'Hello' }
    const [finish] = await filter({ ...FINISH, native })
    expect(finish).toEqual({ ...FINISH, native })
  })
})
