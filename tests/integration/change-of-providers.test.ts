import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DurableEvent, EventOf } from '#shared/run-event'
import { createInProcessApp, PERSON, runToRest } from '../support/in-process-app'
import { harness as anthropic } from '../fixtures/providers/anthropic/harness'
import { harness as gemini } from '../fixtures/providers/gemini/harness'
import { harness as openaiChat } from '../fixtures/providers/openai-chat/harness'
import { harness as openaiResponses } from '../fixtures/providers/openai-responses/harness'
import type { ProviderHarness, ScriptedAnswer } from '../support/providers/provider-harness'
import { startVendorServer, type VendorServer } from '../support/providers/vendor-server'

interface Stop {
  readonly adapter: string
  /** Before the model id. */
  readonly provider: string
  readonly harness: ProviderHarness
  readonly city: string
  /** What its model seals for itself. */
  readonly seal: string
}

const STOPS: readonly Stop[] = [
  { adapter: 'anthropic', provider: 'anthropic', harness: anthropic, city: 'Paris', seal: 'c2VhbGVkLWJ5LWFudGhyb3BpYw==' },
  { adapter: 'gemini', provider: 'gemini', harness: gemini, city: 'Oslo', seal: 'c2VhbGVkLWJ5LWdlbWluaQ==' },
  { adapter: 'openai-responses', provider: 'openai', harness: openaiResponses, city: 'Tokyo', seal: 'c2VhbGVkLWJ5LW9wZW5haQ==' },
  { adapter: 'openai-chat', provider: 'local', harness: openaiChat, city: 'Lima', seal: 'c2VhbGVkLWJ5LWxvY2Fs' },
]
const USAGE: ScriptedAnswer['usage'] = { input: 12, cachedInput: 0, output: 7, reasoning: 3 }

const thoughtOf = ({ adapter }: Stop) => `Thought of ${adapter}.`
const askFor = ({ city }: Stop) => `How is the weather in ${city}?`
const answerOf = ({ city }: Stop) => `${city} is fine.`

/** First a call, thought over and signed, then the answer. */
function script({ harness, city, seal, ...stop }: Stop): readonly [ScriptedAnswer, ScriptedAnswer] {
  const call = { id: harness === openaiResponses ? 'call_vendor' : 'vendor_call', name: 'get_weather', fragments: [`{"city":"${city}"}`] }
  return [
    {
      reasoning: { text: thoughtOf({ harness, city, seal, ...stop }), seal }, text: ['I look.'], calls: [call], ending: 'tool-calls',
      usage: USAGE,
    },
    { text: [`${city} is fine.`], calls: [], ending: 'stop', usage: USAGE },
  ]
}

let servers: readonly VendorServer[]
beforeAll(async () => {
  servers = await Promise.all(STOPS.map(() => startVendorServer()))
})
afterAll(() => Promise.all(servers.map(server => server.close())))

function warningsOf(events: readonly DurableEvent[]): EventOf<'translation-warning'>['warning'][] {
  return events.filter(event => event.type === 'translation-warning').map(({ warning }) => warning)
}

function lossesOf(events: readonly DurableEvent[]): string[] {
  return warningsOf(events).filter(({ keyword, action }) => keyword === 'reasoning' && action === 'left-out').map(({ reason }) => reason)
}

describe('a conversation that goes from provider to provider and back', () => {
  it('keeps its calls and results, leaves foreign reasoning behind and says so, and replays what came from there [F020-A6]', async () => {
    const [toAnthropic, toGemini, toOpenAi] = servers.map(({ origin }) => origin)
    const app = await createInProcessApp({
      ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: toAnthropic ?? '', GEMINI_API_KEY: 'test-key', GEMINI_BASE_URL: toGemini ?? '',
      OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${toOpenAi}/v1`, OPENAI_API: 'responses',
    })
    await app.providers.create(PERSON, {
      kind: 'openai-compatible', name: 'Local', baseUrl: `${servers[3]?.origin}/v1`, models: [openaiChat.model],
    })
    const { id } = await app.conversations.create(PERSON, {})

    for (const [index, stop] of STOPS.entries()) {
      const server = servers[index]!
      const [call, answer] = script(stop).map(scripted => ({ frames: stop.harness.toFrames(scripted) }))
      server.reply(call!, answer!)
      const events = await runToRest(app, id, { model: `${stop.provider}/${stop.harness.model}`, input: askFor(stop) })
      expect(events.at(-1)).toMatchObject({ type: 'run-end', reason: 'completed' })

      const before = STOPS.slice(0, index)
      expect(server.requests).toHaveLength(2)
      for (const [step, { body }] of server.requests.entries()) {
        expect(stop.harness.rules(body), stop.adapter).toEqual([])
        expectHistory(JSON.stringify(body), step === 0 ? before : [...before, stop])
        expect(JSON.stringify(body)).toContain(askFor(stop))
        expect(before.flatMap(({ seal }) => JSON.stringify(body).includes(seal) ? [seal] : [])).toEqual([])
      }
      // Its own reasoning goes back within the run, sealed as it came; another's is named once.
      expect(JSON.stringify(server.requests[1]?.body)).toContain(stop.seal)
      expect(lossesOf(events)).toEqual(
        before.map(({ adapter, harness }) =>
          `The reasoning of an earlier turn by ${adapter}/${harness.model} was left out: another model cannot read it.`),
      )
    }

    const demo = await runToRest(app, id, { model: 'demo/patchbay-demo', input: 'What is 19.90 * 3?' })
    expect(demo.filter(event => event.type === 'tool-end').map(({ outcome }) => outcome.status)).toEqual(['ok'])
    expect(lossesOf(demo)).toHaveLength(STOPS.length)

    const [home] = STOPS
    const server = servers[0]!
    server.reply({ frames: anthropic.toFrames({ text: ['You asked for four cities.'], calls: [], ending: 'stop', usage: USAGE }) })
    const back = await runToRest(app, id, { model: `anthropic/${anthropic.model}`, input: 'What did I ask?' })
    const body = JSON.stringify(server.requests.at(-1)?.body)
    expect(anthropic.rules(server.requests.at(-1)?.body)).toEqual([])
    expectHistory(body, STOPS)
    expect(body).toContain('59.7')
    const own = [
      { type: 'thinking', thinking: thoughtOf(home!), signature: home?.seal },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'vendor_call', name: 'get_weather', input: { city: 'Paris' }, caller: { type: 'direct' } },
    ]
    expect(body).toContain(`"content":${JSON.stringify(own)}`)
    expect(STOPS.slice(1).filter(({ seal }) => body.includes(seal))).toEqual([])
    expect(lossesOf(back)).toHaveLength(STOPS.length - 1)
    expect(await app.audit.verify()).toMatchObject({ ok: true })
    await app.close()
  })
})

/** Everything said and done at these stops, in order; at the last one the answer is still to come. */
function expectHistory(body: string, stops: readonly Stop[]): void {
  // Some vendors have arguments as JSON text inside the JSON text.
  const text = body.replaceAll('\\', '')
  const spoken = stops.flatMap(stop => [askFor(stop), `"city":"${stop.city}"`, answerOf(stop)])
  const places = spoken.slice(0, text.includes(spoken.at(-1) ?? '') ? undefined : -1).map(words => text.indexOf(words))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((left, right) => left - right))
}
