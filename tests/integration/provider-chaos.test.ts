import { LLMock } from '@copilotkit/aimock'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DurableEvent } from '#shared/run-event'
import { ofType, startConversation } from '../support/vendor-conversation'
import { readMockedCallPairs } from '../support/providers/read-call-pairs'
import { MOCKED_SURFACES, type Surface } from '../support/providers/surfaces'

/** What goes wrong with every request after the first, and what a person must read about it. */
const VENDOR_ERRORS = [
  { error: 'status 500', chaos: { dropRate: 1 }, code: 'provider-unavailable', waits: [250, 500, 1000] },
  // The mock asks for a second of patience.
  { error: 'status 429', chaos: { rateLimitRate: 1 }, code: 'provider-rate-limited', waits: [1000, 1000, 1000] },
  { error: 'JSON that is none', chaos: { malformedRate: 1 }, code: 'provider-protocol', waits: [250, 500, 1000] },
  { error: 'a connection that is cut', chaos: { disconnectRate: 1 }, code: 'provider-unavailable', waits: [250, 500, 1000] },
] as const

const CASES = MOCKED_SURFACES.flatMap(surface => VENDOR_ERRORS.map(vendorError => ({ ...vendorError, surface, name: surface.name })))

/** Answers with a call, and from then on with the error, until it is fixed. */
async function startFailingVendor(chaos: (typeof VENDOR_ERRORS)[number]['chaos']) {
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  mock.on({ hasToolResult: false }, { content: 'One moment.', toolCalls: [{ name: 'get_weather', arguments: '{"city":"Paris"}' }] })
  mock.on({ hasToolResult: true }, { content: 'never' }, { chaos })
  await mock.start()
  onTestFinished(() => mock.stop())
  return {
    mock,
    repair: () => {
      mock.clearFixtures()
      mock.on({}, { content: 'It is mild.' })
    },
  }
}

function expectEnd(events: readonly DurableEvent[], reason: string) {
  const ends = ofType(events, 'run-end')
  expect(ends).toHaveLength(1)
  expect(ends[0]?.reason).toBe(reason)
  return ends[0]
}

async function expectNextRunWorks(conversation: Awaited<ReturnType<typeof startConversation>>, mock: LLMock) {
  expectEnd(await conversation.ask('And now?'), 'completed')
  const { calls, results } = readMockedCallPairs(mock.getLastRequest()?.body)
  expect(calls).toHaveLength(1)
  expect(results).toEqual(calls)
  expect(await conversation.readAudit()).toEqual({ executions: ['tool.started get_weather', 'tool.finished get_weather'], isWhole: true })
}

describe.each(CASES)('$name: $error', ({ surface, chaos, code, waits }) => {
  it('ends the run with one clear error when it stays, and the next run works [F021-A7]', async () => {
    const { mock, repair } = await startFailingVendor(chaos)
    const conversation = await startConversation(surface, mock.url)
    const events = await conversation.ask('How is the weather in Paris?')
    const end = expectEnd(events, 'failed')
    expect(end?.error).toMatchObject({ code, message: expect.stringMatching(/try again/i) })
    expect(conversation.waits).toEqual(waits)
    expect(ofType(events, 'step-retry').map(({ attempt, delayMs, error }) => ({ attempt, delayMs, code: error.code }))).toEqual(
      waits.map((delayMs, index) => ({ attempt: index + 1, delayMs, code })))
    expect(ofType(events, 'step-end').map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'error'])
    repair()
    await expectNextRunWorks(conversation, mock)
  })

  it('is repaired by one retry when it passes [F021-A8]', async () => {
    const { mock, repair } = await startFailingVendor(chaos)
    const conversation = await startConversation(surface, mock.url, repair)
    const events = await conversation.ask('How is the weather in Paris?')
    expectEnd(events, 'completed')
    expect(ofType(events, 'step-retry')).toMatchObject([{ step: 2, attempt: 1, delayMs: waits[0], error: { code, retryable: true } }])
    expect(ofType(events, 'text-end').map(({ text }) => text)).toEqual(['One moment.', 'It is mild.'])
    await expectNextRunWorks(conversation, mock)
  })
})

describe.each<Surface>(MOCKED_SURFACES)('$name: a slow answer', (surface) => {
  it('is only slow', async () => {
    const mock = new LLMock({ port: 0, logLevel: 'silent' })
    mock.on({}, { content: 'Good day.' }, { chaos: { latencyMs: 5 }, latency: 1, chunkSize: 2 })
    await mock.start()
    onTestFinished(() => mock.stop())
    const conversation = await startConversation(surface, mock.url)
    const events = await conversation.ask('Hello')
    expectEnd(events, 'completed')
    expect(conversation.waits).toEqual([])
    expect(ofType(events, 'text-end').map(({ text }) => text)).toEqual(['Good day.'])
  })
})
