import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { AppError } from '#server/errors'
import type { ModelEvent, Provider } from '#server/providers/provider'
import { TOLERANT } from '#server/providers/kit/request/capability-table'
import { createRedactor } from '#server/audit/redact'
import { hideKeys } from '#server/settings/hide-key'
import { streamAnswer } from '../../../support/read-answer'

const KEY = 'a key/of no known shape'
const { redactKeys } = createRedactor(() => [KEY])

function createProvider(stream: Provider['stream']): Provider {
  return { id: 'test', label: 'Test', setup: { kind: 'test', kindLabel: 'Test', origin: 'addable', description: 'Tests' }, officialBaseUrl: '', needsKey: true, knownModels: [], toolTargets: [], profiles: [], supportOf: () => TOLERANT, stream, listModels: async () => [] }
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
  const cause = Object.assign(new Error(`invalid ${KEY}`), { status: 429, error: { message: KEY }, url: `/v1?key=${encodeURIComponent(KEY)}` })
  const failure = new AppError('provider-rate-limited', `It said: ${KEY}`, { cause, retryable: true, retryAfterMs: 7000 })
  const { events, error } = await play(hideKeys(createProvider(() => fail(failure)), redactKeys))
  expect(events).toEqual([{ type: 'text-delta', text: 'Half an' }])
  expect(error).toMatchObject({ code: 'provider-rate-limited', message: 'It said: [redacted]', retryable: true, retryAfterMs: 7000 })
  expect(inspect(error, { depth: 10 })).toContain('status: 429')
  expect(inspect(error, { depth: 10 })).not.toMatch(/a key|a%20key/)
})

it('passes the reason of an abort on as it is', async () => {
  const reason = new Error('stopped')
  expect((await play(hideKeys(createProvider(() => fail(reason)), redactKeys))).error).toBe(reason)
})

it('leaves the letters of a short key in the words around them, and removes what has the shape of a key', async () => {
  const failure = new AppError('provider-rejected', 'ollama: unknown key sk-0123456789abcdefghij for the ok model')
  for (const short of ['k', 'ollama']) {
    const { error } = await play(hideKeys(createProvider(() => fail(failure)), createRedactor(() => [short]).redactKeys))
    expect(error).toMatchObject({ message: 'ollama: unknown key [redacted] for the ok model' })
  }
})
