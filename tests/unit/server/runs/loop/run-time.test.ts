import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/run-event'
import { AppError } from '#server/errors'
import type { ModelEvent } from '#server/providers/provider'
import { RunStopped } from '#server/ports/run-stopped'
import { NO_USAGE, RunLedger } from '#server/runs/loop/run-ledger'
import { runLoop } from '#server/runs/loop/run-loop'
import type { ToolCallRequest } from '#server/tools/execute-tool-call'
import { type Answer, callTools, say } from '../../../../support/fake-provider'
import type { FakeTool } from '../../../../support/fake-tool-source'
import { createLoopContext } from '../../../../support/loop-context'

const LIMITED = { status: 'ended', reason: 'limited', limit: 'seconds' }

/** A run of one second over answers that can let time pass. */
async function createShortRun(
  script: (passTime: (ms: number) => void) => readonly Answer[], tools: readonly FakeTool[] = [{ name: 'echo' }],
) {
  let pass = (_ms: number) => {}
  const loop = await createLoopContext({ answers: script(ms => pass(ms)), tools, limits: { seconds: 1 } })
  pass = loop.passTime
  return loop
}

/** Says these events, then takes longer than there is time, then goes on for ever. */
function outlast(events: readonly ModelEvent[], passTime: (ms: number) => void, ms = 1000): Answer {
  return async function* (_request, signal) {
    yield* events
    passTime(ms)
    for (;;) {
      signal.throwIfAborted()
      yield { type: 'text-delta', text: ' and on' }
    }
  }
}

const [echoInput, echoCall] = callTools([['echo', { n: 1 }]]) as [ModelEvent, ModelEvent]

describe('the time of a run', () => {
  it('ends an answer that goes on for ever, and keeps what was read of it as the last one [F005-A26]', async () => {
    const { context, events, provider } = await createShortRun(passTime => [outlast([{ type: 'text-delta', text: 'On' }], passTime)])
    expect(await runLoop(context)).toEqual(LIMITED)
    expect(provider.requests).toHaveLength(1)
    expect(events.slice(-2)).toMatchObject([{ type: 'text-end', text: 'On' }, { type: 'step-end', finishReason: 'cancelled' }])
  })

  it('refuses the calls of a step that it ends, and asks for a last answer [F005-A26]', async () => {
    const { context, events, types, provider } = await createShortRun(
      passTime => [outlast([echoInput, echoCall], passTime), say('That is all')],
    )
    expect(await runLoop(context)).toEqual(LIMITED)
    expect(types()).not.toContain('tool-start')
    expect(events.find(event => event.type === 'tool-end')).toMatchObject({
      outcome: { status: 'denied', content: [{ text: expect.stringContaining('(seconds of work: 1)') }, {}] },
    })
    expect(provider.requests[1]).toMatchObject({
      toolChoice: 'none', messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }],
    })
  })

  it('asks again from the question when it cut a call in the making, and shows what had been said [F005-A26]', async () => {
    const half: ModelEvent[] = [{ type: 'text-delta', text: 'I will look.' }, echoInput]
    const { context, events, provider } = await createShortRun(passTime => [outlast(half, passTime), say('I did not get to it')])
    expect(await runLoop(context)).toEqual(LIMITED)
    expect(provider.requests[1]?.messages).toMatchObject([{ role: 'user' }])
    expect(events.flatMap(event => event.type === 'text-end' ? event.text : [])).toEqual(['I will look.', 'I did not get to it'])
  })

  it('gives the last answer a minute, and no more [F005-A26]', async () => {
    const { context, events } = await createShortRun(
      passTime => [outlast([], passTime), outlast([{ type: 'text-delta', text: 'At last' }], passTime, 60_000)],
    )
    expect(await runLoop(context)).toEqual(LIMITED)
    expect(events.slice(-2)).toMatchObject([
      { type: 'text-end', text: 'At last' }, { type: 'step-end', finishReason: 'cancelled', durationMs: 60_000 },
    ])
  })

  it('reads a last answer to its end that takes most of a minute [F005-A26]', async () => {
    const last = (passTime: (ms: number) => void): Answer => async function* (_request, signal) {
      passTime(59_000)
      signal.throwIfAborted()
      yield* say('That is all')
    }
    const { context, events } = await createShortRun(passTime => [outlast([], passTime), last(passTime)])
    expect(await runLoop(context)).toEqual(LIMITED)
    expect(events.slice(-2)).toMatchObject([{ type: 'text-end', text: 'That is all' }, { type: 'step-end', finishReason: 'stop' }])
  })

  it('ends the wait for a vendor that is busy [F005-A26]', async () => {
    const busy: Answer = async function* () {
      throw new AppError('provider-rate-limited', 'slow down', { retryable: true, retryAfterMs: 20_000 })
      yield* []
    }
    const { context, types } = await createShortRun(() => [busy, say('Here')])
    expect(await runLoop(context)).toEqual(LIMITED)
    expect(types()).toEqual(['run-start', 'step-start', 'step-retry', 'step-end', 'step-start', 'text-end', 'step-end'])
  })

  it('starts no tool after a step that took all of it [F005-A27]', async () => {
    const late = (passTime: (ms: number) => void): Answer => async function* () {
      yield* [echoInput, echoCall]
      // The vendor had said all before it could be told to stop.
      passTime(3500)
      yield callTools([]).at(-1)!
    }
    const { context, types } = await createShortRun(passTime => [late(passTime), say('Too late')])
    expect(await runLoop(context)).toEqual(LIMITED)
    expect(types()).not.toContain('tool-start')
  })

  it('lets a tool run no longer than what is left [F005-A27]', async () => {
    const { context } = await createShortRun(passTime => [async function* () {
      passTime(400)
      yield* callTools([['echo', { n: 1 }]])
    }, say('Done')])
    const asked: (number | undefined)[] = []
    const execute = (request: Pick<ToolCallRequest, 'callId' | 'name' | 'arguments' | 'timeLeftMs'>, step: number) => {
      asked.push(request.timeLeftMs)
      return context.execute(request, step)
    }
    expect(await runLoop({ ...context, execute })).toMatchObject({ reason: 'completed' })
    expect(asked).toEqual([600])
  })

  it.each([2, -2])('is not used up, nor made longer, when the clock is set %i hours away during a step [F005-A74]', async (hours) => {
    let errorMs = 0
    let passTime = (_ms: number) => {}
    const steps: Answer[] = [async function* () {
      passTime(400)
      errorMs = hours * 3_600_000
      yield* callTools([['echo', { n: 1 }]])
    }, say('Done')]
    const loop = await createLoopContext({ answers: steps, tools: [{ name: 'echo' }], limits: { seconds: 1 }, clockError: () => errorMs })
    passTime = loop.passTime
    expect(await runLoop(loop.context)).toMatchObject({ reason: 'completed' })
    expect(loop.context.ledger.progress.activeMs).toBeGreaterThanOrEqual(400)
    expect(loop.context.ledger.progress.activeMs).toBeLessThan(1000)
    expect(loop.events.find(event => event.type === 'step-end')).toMatchObject({ durationMs: 400 })
  })

  it('is that of the steps and of the tools, and not that of a person who is waited for [F005-A74]', async () => {
    let passTime = (_ms: number) => {}
    const write: FakeTool = { name: 'write', annotations: { readOnlyHint: false } }
    const answer: Answer = async function* () {
      passTime(300)
      yield* callTools([['write', {}]])
    }
    const { context, record, events, ...loop } = await createLoopContext({
      answers: [answer, say('Done')], tools: [write], limits: { seconds: 1 },
    })
    passTime = loop.passTime
    const waiting = await runLoop(context)
    if (waiting.status !== 'waiting') throw new Error('expected a question')
    const request = events.find(event => event.type === 'approval-request')
    if (request?.type !== 'approval-request') throw new Error('expected a question')
    passTime(3_600_000)
    await record([{ type: 'approval-response', callId: request.callId, decision: 'allow', userId: 'ada', binding: request.binding }])
    expect(await runLoop(context)).toMatchObject({ reason: 'completed' })
    expect(context.ledger.progress.activeMs).toBeLessThan(1000)
  })

  it('is what each step and each tool was measured to take [F005-A74]', () => {
    const ledger = new RunLedger()
    const bodies = [
      { type: 'step-start', step: 1 }, { type: 'tool-call', step: 1, callId: 'c1', name: 'echo', arguments: {} },
      { type: 'step-end', step: 1, usage: NO_USAGE, durationMs: 300, finishReason: 'tool-calls', rawFinishReason: null },
      { type: 'tool-end', step: 1, callId: 'c1', outcome: { status: 'ok', content: [], durationMs: 250 } },
    ]
    bodies.forEach((body, index) => ledger.add({ runId: 'r', at: '', sequence: index + 1, ...body } as DurableEvent))
    expect(ledger.progress.activeMs).toBe(550)
  })

  it('is not what ended a run that was stopped', async () => {
    const stop = new AbortController()
    let passTime = (_ms: number) => {}
    const answer: Answer = async function* (_request, signal) {
      yield { type: 'text-delta', text: 'Once' }
      stop.abort(new RunStopped('cancelled'))
      passTime(5000)
      signal.throwIfAborted()
    }
    const loop = await createLoopContext({ answers: [answer], limits: { seconds: 1 }, signal: stop.signal })
    passTime = loop.passTime
    await expect(runLoop(loop.context)).rejects.toThrow(RunStopped)
  })
})
