import { describe, expect, it, vi } from 'vitest'
import { AppError } from '#server/errors'
import type { ModelEvent } from '#server/providers/provider'
import { RunStopped } from '#server/ports/run-stopped'
import { runLoop } from '#server/runs/loop/run-loop'
import { callTools, say, USAGE } from '../../../../support/fake-provider'
import type { FakeTool } from '../../../../support/fake-tool-source'
import { createLoopContext } from '../../../../support/loop-context'

const ECHO: FakeTool = { name: 'echo' }
const WRITE: FakeTool = { name: 'write', annotations: { readOnlyHint: false } }

describe('the loop', () => {
  it('ends with the answer when the model calls nothing [F005-A1]', async () => {
    const { context, types, live } = await createLoopContext({ answers: [say('Hello there')] })
    expect(await runLoop(context)).toEqual({ status: 'ended', reason: 'completed' })
    expect(types()).toEqual(['run-start', 'step-start', 'text-end', 'step-end'])
    await vi.waitFor(() => expect(live).toMatchObject([{ type: 'text-delta', step: 1, text: 'Hello there' }]))
  })

  it('runs 128 calls of one answer and refuses the others, each with its result [F005-A41]', async () => {
    const calls = Array.from({ length: 130 }, (_, n) => ['echo', { n }] as const)
    const { context, events } = await createLoopContext({
      answers: [callTools(calls), say('Done')], tools: [ECHO], limits: { toolCalls: 500 },
    })
    expect(await runLoop(context)).toMatchObject({ status: 'ended', reason: 'completed' })
    const outcomes = events.flatMap(event => event.type === 'tool-end' ? [[event.callId, event.outcome] as const] : [])
    expect(new Set(outcomes.map(([callId]) => callId)).size).toBe(130)
    expect(outcomes.filter(([, { status }]) => status === 'ok')).toHaveLength(128)
    const refused = outcomes.filter(([, { status }]) => status !== 'ok')
    expect(refused.map(([callId, { status }]) => `${callId.split('_').at(-1)} ${status}`)).toEqual(['129 denied', '130 denied'])
    expect(JSON.stringify(refused[0])).toContain('One answer may make 128 calls; this is call 129.')
  })

  it('counts the calls of each answer anew [F005-A41]', async () => {
    const calls = Array.from({ length: 100 }, (_, n) => ['echo', { n }] as const)
    const { context, events } = await createLoopContext({
      answers: [callTools(calls), callTools(calls), say('Done')], tools: [ECHO], limits: { toolCalls: 500 },
    })
    await runLoop(context)
    expect(events.filter(event => event.type === 'tool-end' && event.outcome.status === 'ok')).toHaveLength(200)
  })

  it('runs the calls of a step at once and returns the results in call order [F005-A2]', async () => {
    const order: string[] = []
    let release = () => {}
    const second = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow: FakeTool = { name: 'slow', run: async () => {
      await second
      order.push('slow')
      return { content: [{ type: 'text', text: 'slow' }] }
    } }
    const fast: FakeTool = { name: 'fast', run: async () => {
      order.push('fast')
      release()
      return { content: [{ type: 'text', text: 'fast' }] }
    } }
    const { context, provider } = await createLoopContext({
      answers: [callTools([['slow', {}], ['fast', {}]], 'Let me look.'), say('Done')], tools: [slow, fast],
    })
    await runLoop(context)
    expect(order).toEqual(['fast', 'slow'])
    const [, assistant, results] = provider.requests[1]!.messages
    expect(assistant).toMatchObject({
      role: 'assistant', parts: [{ type: 'text', text: 'Let me look.' }, { name: 'slow', providerCallId: 'vendor_0' }, { name: 'fast' }],
    })
    expect(results).toMatchObject({
      role: 'tool', results: [{ name: 'slow', outcome: { status: 'ok' } }, { name: 'fast', outcome: { status: 'ok' } }],
    })
  })

  it('gives a fault of a tool back to the model and goes on [F005-A3]', async () => {
    const broken: FakeTool = { name: 'echo', run: () => Promise.reject(new Error('broken')) }
    const { context, provider } = await createLoopContext({ answers: [callTools([['echo', {}]]), say('It is broken')], tools: [broken] })
    expect(await runLoop(context)).toMatchObject({ reason: 'completed' })
    expect(provider.requests[1]!.messages.at(-1)).toMatchObject({ results: [{ outcome: { status: 'failed' } }] })
  })

  it('asks for one last answer without tools when the step limit is reached [F005-A4]', async () => {
    const answers = [callTools([['echo', { n: 1 }]]), callTools([['echo', { n: 2 }]]), say('That is what I have')]
    const { context, provider } = await createLoopContext({ answers, tools: [ECHO], limits: { steps: 3 } })
    expect(await runLoop(context)).toEqual({ status: 'ended', reason: 'limited', limit: 'steps' })
    expect(provider.requests).toHaveLength(3)
    expect(provider.requests[2]).toMatchObject({ toolChoice: 'none', tools: [{ name: 'echo' }], system: expect.stringContaining('limit') })
  })

  it('takes a call whose result changes for no repetition, however often it is made [F005-A5]', async () => {
    let polls = 0
    const poll: FakeTool = { name: 'poll', run: async () => ({ content: [{ type: 'text', text: `${polls += 1} %` }] }) }
    const same = callTools([['poll', { job: 7 }]])
    const { context } = await createLoopContext({ answers: [same, same, same, same, same, say('Ready')], tools: [poll] })
    expect(await runLoop(context)).toEqual({ status: 'ended', reason: 'completed' })
    expect(polls).toBe(5)
  })

  it('asks two questions in one step, and waits for the second when the first is answered [F006-A5]', async () => {
    const { context, events, record } = await createLoopContext({
      answers: [callTools([['write', { n: 1 }], ['write', { n: 2 }]]), say('Written')], tools: [WRITE],
    })
    const first = await runLoop(context)
    if (first.status !== 'waiting') throw new Error('expected questions')
    expect(first.callIds).toHaveLength(2)
    const allow = (callId: string | undefined) => {
      const request = events.find(event => event.type === 'approval-request' && event.callId === callId)
      if (request?.type !== 'approval-request') throw new Error('expected a question')
      return record([{ type: 'approval-response', callId: request.callId, decision: 'allow', userId: 'ada', binding: request.binding }])
    }
    await allow(first.callIds[1])
    expect(await runLoop(context)).toEqual({ status: 'waiting', callIds: [first.callIds[0]] })
    expect(events.filter(event => event.type === 'approval-request')).toHaveLength(2)
    await allow(first.callIds[0])
    expect(await runLoop(context)).toEqual({ status: 'ended', reason: 'completed' })
    expect(events.flatMap(event => event.type === 'tool-end' ? [event.callId] : [])).toEqual([first.callIds[1], first.callIds[0]])
  })

  it.each([1, 2, 3])('asks a model that always calls no more than %i times, the last time without tools [F005-A23]', async (steps) => {
    const answers = [1, 2, 3, 4].map(n => callTools([['echo', { n }]]))
    const { context, provider, types } = await createLoopContext({ answers, tools: [ECHO], limits: { steps } })
    expect(await runLoop(context)).toMatchObject({ reason: 'limited', limit: 'steps' })
    expect(provider.requests.map(({ toolChoice }) => toolChoice)).toHaveLength(steps)
    expect(provider.requests.at(-1)).toMatchObject({ toolChoice: 'none' })
    expect(types().filter(type => type === 'tool-start')).toHaveLength(steps - 1)
  })

  it('is at its end with the only answer of a run that had no tools to do without [F005-A23]', async () => {
    const { context } = await createLoopContext({ answers: [say('Hello')], limits: { steps: 1 } })
    expect(await runLoop(context)).toEqual({ status: 'ended', reason: 'completed' })
  })

  it('refuses calls beyond the limit of tool calls, each with a result [F005-A4]', async () => {
    const calls = [['echo', { n: 1 }], ['echo', { n: 2 }], ['echo', { n: 3 }]] as const
    const { context, events } = await createLoopContext({
      answers: [callTools(calls), say('Enough')], tools: [ECHO], limits: { toolCalls: 2 },
    })
    expect(await runLoop(context)).toMatchObject({ reason: 'limited', limit: 'toolCalls' })
    expect(events.flatMap(event => event.type === 'tool-end' ? event.outcome.status : []).toSorted()).toEqual(['denied', 'ok', 'ok'])
  })

  it('stops a model that repeats one call with the same result [F005-A5]', async () => {
    const same = callTools([['echo', { n: 1 }]])
    const { context } = await createLoopContext({ answers: [same, same, same, say('I was going round in circles')], tools: [ECHO] })
    expect(await runLoop(context)).toMatchObject({ reason: 'limited', limit: 'repeats' })
  })

  it('answers calls that come although tools were forbidden [F005-A4]', async () => {
    const { context, events } = await createLoopContext({
      answers: [callTools([['echo', { n: 1 }]]), callTools([['echo', { n: 2 }]])], tools: [ECHO], limits: { steps: 2 },
    })
    expect(await runLoop(context)).toMatchObject({ reason: 'limited' })
    expect(events.at(-1)).toMatchObject({ type: 'tool-end', outcome: { status: 'denied' } })
  })

  it('waits with nothing in hand, and goes on from the stored answer [F006-A5]', async () => {
    const { context, events, record } = await createLoopContext({
      answers: [callTools([['write', { n: 1 }], ['echo', {}]]), say('Written')], tools: [WRITE, ECHO],
    })
    const waiting = await runLoop(context)
    const request = events.find(event => event.type === 'approval-request')
    if (request?.type !== 'approval-request') throw new Error('expected a request')
    expect(waiting).toEqual({ status: 'waiting', callIds: [request.callId] })
    await record([{ type: 'approval-response', callId: request.callId, decision: 'allow', userId: 'u1', binding: request.binding }])
    expect(await runLoop(context)).toMatchObject({ reason: 'completed' })
    expect(events.filter(event => event.type === 'tool-end')).toHaveLength(2)
  })

  it('tells the model the note of a call that was allowed, and leaves the tool\'s own result as it was [F006-A9]', async () => {
    const { context, events, record, provider } = await createLoopContext({
      answers: [callTools([['write', { n: 1 }]]), say('Written')], tools: [WRITE],
    })
    await runLoop(context)
    const request = events.find(event => event.type === 'approval-request')
    if (request?.type !== 'approval-request') throw new Error('expected a request')
    await record([
      { type: 'approval-response', callId: request.callId, decision: 'allow', note: 'Only once.', userId: 'u1', binding: request.binding },
    ])
    await runLoop(context)
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool', results: [{ outcome: { status: 'ok', note: 'Only once.' } }],
    })
    expect(JSON.stringify(events.find(event => event.type === 'tool-end'))).not.toContain('Only once.')
  })

  it('tries again before the first token, with the wait that the vendor asks for [F005-A6]', async () => {
    const busy = async function* () {
      yield { type: 'warning' as const, warning: { path: '', keyword: 'x', action: 'removed' as const, reason: 'y' } }
      throw new AppError('provider-rate-limited', 'slow down', { retryable: true, retryAfterMs: 1500 })
    }
    const { context, types, waits } = await createLoopContext({ answers: [busy, say('Here')] })
    expect(await runLoop(context)).toMatchObject({ reason: 'completed' })
    expect(waits).toEqual([1500])
    expect(types()).toEqual(['run-start', 'step-start', 'step-retry', 'text-end', 'step-end'])
  })

  it('tells what mends a fault, and asks no more once the budget of the run is used up [F021-A4]', async () => {
    const busy = async function* (): AsyncGenerator<ModelEvent> {
      throw new AppError('provider-rate-limited', 'slow down', { retryable: true, retryAfterMs: 30_000, kind: 'rate-limited' })
      yield* []
    }
    const call = callTools([['echo', {}]])
    const { context, events, waits, provider } = await createLoopContext({
      answers: [busy, busy, call, busy, busy, busy, say('never')], tools: [ECHO], limits: { seconds: 3600 },
    })
    await expect(runLoop(context)).rejects.toThrow('slow down')
    expect(waits).toEqual([30_000, 30_000, 30_000, 30_000])
    expect(provider.requests).toHaveLength(6)
    expect(events.filter(event => event.type === 'step-retry')[0]).toMatchObject({
      error: { code: 'provider-rate-limited', kind: 'rate-limited' },
    })
  })

  it('says what each step costs, and what the run costs [F015-A4]', async () => {
    const answers = [callTools([['echo', {}]]), say('Done')]
    const priced = await createLoopContext({ answers, tools: [ECHO] })
    await runLoop({ ...priced.context, prices: { input: 100, output: 1000 } })
    // Each step: 10 tokens in, 5 out.
    expect(priced.events.flatMap(event => event.type === 'step-end' ? event.cost : [])).toEqual([0.006, 0.006])
    expect(priced.context.ledger.cost).toBe(0.012)
    const unpriced = await createLoopContext({ answers, tools: [ECHO] })
    await runLoop(unpriced.context)
    expect(unpriced.events.flatMap(event => event.type === 'step-end' ? [event.cost] : [])).toEqual([null, null])
    expect(unpriced.context.ledger.cost).toBeNull()
  })

  it('ends the wait at once when it is stopped [F021-A5]', async () => {
    const stop = new AbortController()
    const busy = async function* (): AsyncGenerator<ModelEvent> {
      throw new AppError('provider-unavailable', 'busy', { retryable: true, retryAfterMs: 50_000 })
      yield* []
    }
    const { context, events } = await createLoopContext({ answers: [busy, say('never')], signal: stop.signal })
    const clock = { ...context.clock, wait: (_ms: number, signal: AbortSignal) => new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      stop.abort(new RunStopped('cancelled'))
    }) }
    await expect(runLoop({ ...context, clock })).rejects.toThrow(RunStopped)
    expect(events.slice(-2)).toMatchObject([{ type: 'step-retry', delayMs: 50_000 }, { type: 'step-end', finishReason: 'cancelled' }])
  })

  it('does not try again once text was shown, and keeps that text [F005-A6]', async () => {
    const cut = async function* () {
      yield { type: 'text-delta' as const, text: 'Half an ans' }
      throw new AppError('provider-protocol', 'broke off', { retryable: true })
    }
    const { context, events, provider } = await createLoopContext({ answers: [cut, say('never')] })
    await expect(runLoop(context)).rejects.toThrow('broke off')
    expect(provider.requests).toHaveLength(1)
    expect(events.slice(-2)).toMatchObject([{ type: 'text-end', text: 'Half an ans' }, { type: 'step-end', finishReason: 'error' }])
  })

  it('keeps what was shown when it is stopped in mid-answer [F005-A7]', async () => {
    const stop = new AbortController()
    const stopped = async function* () {
      yield { type: 'text-delta' as const, text: 'Once upon' }
      stop.abort(new RunStopped('cancelled'))
      throw stop.signal.reason
    }
    const { context, events } = await createLoopContext({ answers: [stopped], signal: stop.signal })
    await expect(runLoop(context)).rejects.toThrow(RunStopped)
    expect(events.slice(-2)).toMatchObject([{ type: 'text-end', text: 'Once upon' }, { type: 'step-end', finishReason: 'cancelled' }])
  })

  it.each([
    ['content-filter', 'refused'],
    ['length', 'limited'],
    ['malformed-tool-call', 'failed'],
    ['other', 'completed'],
  ] as const)('ends a run whose model finished with %s as %s [F005-A8]', async (finishReason, reason) => {
    const { context } = await createLoopContext({ answers: [[{ type: 'finish', finishReason, rawFinishReason: 'raw', usage: USAGE }]] })
    expect(await runLoop(context)).toMatchObject({ status: 'ended', reason })
  })

  it.each([
    ['content-filter', 'The provider stopped the answer because of its content filter. It asks for a weapon.'],
    ['length', 'It asks for a weapon.'],
  ] as const)('says why a model finished with %s when it is told', async (finishReason, message) => {
    const { context, events } = await createLoopContext({
      answers: [[{ type: 'finish', finishReason, rawFinishReason: 'raw', explanation: 'It asks for a weapon.', usage: USAGE }]],
    })
    expect(await runLoop(context)).toMatchObject({ message })
    expect(events.at(-1)).toMatchObject({ type: 'step-end', explanation: 'It asks for a weapon.' })
  })

  it('asks again when the vendor paused its own work [F005-A8]', async () => {
    const { context, provider } = await createLoopContext({
      answers: [[{ type: 'finish', finishReason: 'continue', rawFinishReason: 'pause_turn', usage: USAGE }], say('Now')],
    })
    await runLoop(context)
    expect(provider.requests).toHaveLength(2)
  })

  it('forces a call until the first one came, a pause of the vendor included [F014-A13]', async () => {
    const pause: ModelEvent[] = [{ type: 'finish', finishReason: 'continue', rawFinishReason: 'CONTINUATION', usage: USAGE }]
    const { context, provider } = await createLoopContext({ answers: [pause, callTools([['echo', {}]]), say('Now')], tools: [ECHO] })
    await runLoop({ ...context, settings: { toolChoice: 'required' } })
    expect(provider.requests.map(({ toolChoice }) => toolChoice)).toEqual(['required', 'required', 'auto'])
  })
})
