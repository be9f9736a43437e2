import { describe, expect, it, onTestFinished } from 'vitest'
import type { RunEvent } from '#shared/run-event'
import { ofType, startConversation } from '../support/vendor-conversation'
import { PERSON } from '../support/in-process-app'
import type { ProviderHarness, ScriptedAnswer } from '../support/providers/provider-harness'
import { readCallPairs } from '../support/providers/read-call-pairs'
import { SURFACES } from '../support/providers/surfaces'
import { startVendorServer, type VendorReply } from '../support/providers/vendor-server'
import { toFrame } from '../support/providers/wire-frame'

const CASES = SURFACES.map(surface => ({ name: surface.name, surface, harness: surface.harness }))

const PLAIN: ScriptedAnswer = {
  text: ['It is ', 'mild.'], calls: [], ending: 'stop', usage: { input: 12, cachedInput: 0, output: 7, reasoning: 0 },
}
const CALL: ScriptedAnswer = {
  ...PLAIN, text: [], calls: [{ id: 'call_a', name: 'get_weather', fragments: ['{"city":', '"Paris"}'] }], ending: 'tool-calls',
}

/** The frames up to the first that holds the piece. */
function cutAfter(frames: readonly string[], piece: string): readonly string[] {
  return frames.slice(0, frames.findIndex(frame => frame.includes(piece)) + 1)
}

/** Nothing of the answer is seen before these: asking again shows nobody anything twice. */
const UNSEEN: Readonly<Record<string, (harness: ProviderHarness) => VendorReply>> = {
  'no event at all': () => ({ frames: [] }),
  'a cut before the first event': () => ({ frames: [], ending: 'destroy' }),
  'a first event that is not JSON': ({ framing }) => ({ frames: [toFrame(framing, '{"oops')] }),
  'an error for a first event': harness => ({ frames: harness.toErrorFrames('Overloaded.') }),
}

/** These come after the words `It is `. */
const SEEN: Readonly<Record<string, (harness: ProviderHarness) => VendorReply>> = {
  'the end of the stream': harness => ({ frames: cutAfter(harness.toFrames(PLAIN), 'It is ') }),
  'an event that is not JSON': harness => ({
    frames: [...cutAfter(harness.toFrames(PLAIN), 'It is '), toFrame(harness.framing, '{"oops')],
  }),
  'an error': harness => ({ frames: [...cutAfter(harness.toFrames(PLAIN), 'It is '), ...harness.toErrorFrames('Overloaded.')] }),
  'a cut': harness => ({ frames: cutAfter(harness.toFrames(PLAIN), 'It is '), ending: 'hang' }),
}

describe.each(CASES)('an answer of $name', ({ surface, harness }) => {
  const call = { frames: harness.toFrames(CALL) }
  const plain = { frames: harness.toFrames(PLAIN) }

  async function start(...replies: readonly [VendorReply, ...VendorReply[]]) {
    const server = await startVendorServer()
    onTestFinished(() => server.close())
    server.reply(...replies)
    return { server, conversation: await startConversation(surface, server.origin) }
  }

  /** The same conversation goes on: each call in the request has its result, and each execution is on record once. */
  async function expectNextRunWorks({ server, conversation }: Awaited<ReturnType<typeof start>>) {
    server.reply(plain)
    const events = await conversation.ask('And now?')
    expect(events.at(-1)).toMatchObject({ type: 'run-end', reason: 'completed' })
    const { calls, results } = readCallPairs(server.requests.at(-1)?.body, harness)
    expect(calls).toHaveLength(1)
    expect(results).toEqual(calls)
    expect(await conversation.readAudit()).toEqual({ executions: ['tool.started get_weather', 'tool.finished get_weather'], isWhole: true })
  }

  it.each(Object.entries(UNSEEN))('that is %s, again and again, fails once and clearly [F021-A7]', async (_, toBroken) => {
    const vendor = await start(call, toBroken(harness))
    const events = await vendor.conversation.ask('How is the weather in Paris?')
    expect(ofType(events, 'run-end')).toMatchObject([
      { reason: 'failed', error: { code: expect.stringMatching(/^provider-(protocol|unavailable)$/), retryable: true } },
    ])
    expect(ofType(events, 'step-retry').map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect(vendor.server.requests).toHaveLength(5)
    await expectNextRunWorks(vendor)
  })

  it.each(Object.entries(UNSEEN))('that is %s is asked for once more [F021-A8]', async (_, toBroken) => {
    const vendor = await start(call, toBroken(harness), plain)
    const events = await vendor.conversation.ask('How is the weather in Paris?')
    expect(events.at(-1)).toMatchObject({ type: 'run-end', reason: 'completed' })
    expect(ofType(events, 'step-retry')).toMatchObject([{ step: 2, attempt: 1 }])
    expect(ofType(events, 'text-end').map(({ text }) => text)).toEqual(['It is mild.'])
    await expectNextRunWorks(vendor)
  })

  it.each(Object.entries(SEEN))('in whose middle comes %s keeps what was seen, and is not asked for again [F021-A9]', async (_, answer) => {
    const reply = answer(harness)
    const vendor = await start(call, reply, plain)
    // Cut by hand, once the words have been read: a cut right behind them would take them along.
    const hangUp = reply.ending === 'hang' ? (event: RunEvent) => event.type === 'text-delta' && vendor.server.hangUp() : undefined
    const events = await vendor.conversation.ask('How is the weather in Paris?', hangUp)
    expect(ofType(events, 'run-end')).toMatchObject([
      { reason: 'failed', error: { code: expect.stringMatching(/^provider-(protocol|unavailable)$/) } },
    ])
    expect(ofType(events, 'step-retry')).toEqual([])
    expect(ofType(events, 'text-end').map(({ text }) => text)).toEqual(['It is '])
    await expectNextRunWorks(vendor)
    expect(JSON.stringify(vendor.server.requests.at(-1)?.body)).toContain('It is')
  })

  it('that breaks off in its second call runs neither that call nor the whole one before it [F021-A9]', async () => {
    const calls = [
      { id: 'call_b', name: 'get_weather', fragments: ['{"city":"Oslo"}'] },
      { id: 'call_c', name: 'get_weather', fragments: ['{"city":', '"Rome"}'] },
    ]
    const vendor = await start(call, { frames: cutAfter(harness.toFrames({ ...CALL, calls }), 'Rome'), ending: 'hang' }, plain)
    const events = await vendor.conversation.ask('How is the weather in Paris?', (event) => {
      if (event.type === 'tool-input-delta' && event.text.includes('Oslo')) vendor.server.hangUp()
    })
    expect(ofType(events, 'run-end')).toMatchObject([{ reason: 'failed', error: { code: 'provider-protocol' } }])
    expect(ofType(events, 'tool-call')).toHaveLength(1)
    await expectNextRunWorks(vendor)
  })

  it('that stops coming is let go when the person stops the run [F021-A10]', async () => {
    const vendor = await start(call, { frames: cutAfter(harness.toFrames(PLAIN), 'It is '), ending: 'hang' })
    const { app, ask } = vendor.conversation
    const events = await ask('How is the weather in Paris?', (event) => {
      if (event.type === 'text-delta') void app.runs.cancel(PERSON, event.runId)
    })
    expect(ofType(events, 'run-end')).toMatchObject([{ reason: 'cancelled' }])
    expect(ofType(events, 'text-end').map(({ text }) => text)).toEqual(['It is '])
    await vendor.server.abandoned
    await expectNextRunWorks(vendor)
  })
})
