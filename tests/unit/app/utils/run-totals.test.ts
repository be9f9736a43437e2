import { describe, expect, it } from 'vitest'
import type { DurableEventBody } from '#shared/run-event'
import { runFacts, stepFacts } from '~/utils/wording/trace-facts'
import { layoutWaterfall } from '~/utils/waterfall-layout'
import { waitedDuration, workedDuration, workedText } from '~/utils/run-totals'
import { buildRun, PARALLEL_RUN, runStart, stepEnd, USAGE, WAITING_RUN, type TimedEvents } from '../../../fixtures/ui/build-run'

const HOUR_MS = 3_600_000
const done = (callId: string, durationMs: number): DurableEventBody => ({
  type: 'tool-end', step: 1, callId, outcome: { status: 'ok', content: [], durationMs },
})

const measured = (timed: TimedEvents): TimedEvents => timed.map(([at, event]) => [
  at, event.type === 'step-end' ? { ...event, durationMs: 500 } : event,
] as const)

/** Half a second of model, an hour until somebody answers, 300 ms of tool, then a second step of 400 ms. */
const ANSWERED_LATE: TimedEvents = [
  ...measured(WAITING_RUN),
  [700 + HOUR_MS, { type: 'approval-response', callId: 'call-1', decision: 'allow', userId: 'u', binding: 'b' }],
  [HOUR_MS + 800, { type: 'tool-start', step: 1, callId: 'call-1', auditSeq: 7 }],
  [HOUR_MS + 1100, done('call-1', 300)],
  [HOUR_MS + 1200, { type: 'step-start', step: 2 }],
  [HOUR_MS + 9000, { ...stepEnd, step: 2, durationMs: 400 } as typeof stepEnd],
  [HOUR_MS + 9000, { type: 'run-end', reason: 'completed', usage: USAGE, cost: 0 }],
]

describe('the duration of an answer', () => {
  it('is what model and tools took, not the wait for a person nor a pause of the server [F008-A94]', () => {
    const run = buildRun(ANSWERED_LATE)
    expect(workedDuration(run)).toBe(500 + 300 + 400)
    expect(waitedDuration(run)).toBe(HOUR_MS)
  })

  it('counts calls that run at once once', () => {
    const run = buildRun([...measured(PARALLEL_RUN), [1700, done('call-1', 1000)], [1800, done('call-2', 1100)]])
    expect(workedDuration(run)).toBe(500 + 1100)
  })

  it('is unknown where no step was measured', () => {
    expect(workedDuration(buildRun([
      [0, runStart], [100, { type: 'step-start', step: 1 }],
      [HOUR_MS, { type: 'run-end', reason: 'interrupted', usage: USAGE, cost: null }],
    ]))).toBeNull()
  })

  it('is a lower bound after a crash: the lost step has no measured duration, and the pause of the server is in none [F008-A138]', () => {
    const run = buildRun([
      [0, runStart], [0, { type: 'step-start', step: 1 }], [22_300, { type: 'run-end', reason: 'interrupted', usage: USAGE, cost: null }],
      [30_000, { type: 'run-resume' }], [30_000, { type: 'step-start', step: 2 }],
      [40_600, { ...stepEnd, step: 2, durationMs: 10_600 } as typeof stepEnd],
      [40_600, { type: 'run-end', reason: 'completed', usage: USAGE, cost: 0 }],
    ])
    const durationOf = (facts: ReturnType<typeof runFacts>) => facts.find(({ label }) => label === 'Duration')?.value
    expect(run.steps.map(step => durationOf(stepFacts(step, run)))).toEqual(['unknown', '10.6 s'])
    expect(durationOf(runFacts(run))).toBe('at least 10.6 s')
    expect(workedText(run)).toBe('at least 10.6 s')
    expect(layoutWaterfall(run, 0).rows.map(({ durationMs }) => durationMs)).toEqual([null, 10_600])
  })

  it('stands in the inspector beside the wait [F008-A94]', () => {
    const run = buildRun(ANSWERED_LATE)
    const valueOf = (label: string) => runFacts(run).find(fact => fact.label === label)?.value
    expect([valueOf('Duration'), valueOf('Waited')]).toEqual(['1.2 s', '1 h 00 min'])
    expect(stepFacts(run.steps[1]!, run)).toContainEqual({ label: 'Duration', value: '400 ms' })
  })
})
