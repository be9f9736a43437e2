import { describe, expect, it } from 'vitest'
import { layoutWaterfall } from '~/utils/waterfall-layout'
import {
  buildRun, PARALLEL_RUN, STARTED_AT, stepEnd, toolCall, runStart, USAGE, WAITING_RUN, type TimedEvents,
} from '../../../fixtures/ui/build-run'

const rowOf = (layout: ReturnType<typeof layoutWaterfall>, key: string) => layout.rows.find(row => row.key === key)!

describe('layoutWaterfall', () => {
  it('puts steps and their calls on one clock, in order', () => {
    const layout = layoutWaterfall(buildRun(PARALLEL_RUN), STARTED_AT + 1000)

    expect(layout.rows.map(row => row.key)).toEqual(['step:1', 'call-1', 'call-2'])
    expect(layout.elapsedMs).toBe(1000)
    expect(rowOf(layout, 'step:1').segments).toEqual([{ kind: 'model', start: 0.1, end: 0.6, durationMs: 500 }])
  })

  it('shows calls that run at once as overlapping bars that reach to now [F008-A6]', () => {
    const layout = layoutWaterfall(buildRun(PARALLEL_RUN), STARTED_AT + 1000)
    const bars = ['call-1', 'call-2'].map(key => rowOf(layout, key).segments.find(segment => segment.kind === 'run'))

    expect(bars).toEqual([{ kind: 'run', start: 0.7, end: 1, durationMs: 300 }, { kind: 'run', start: 0.7, end: 1, durationMs: 300 }])
    expect(rowOf(layout, 'call-1').isOpen).toBe(true)
  })

  it('marks the first token inside its step', () => {
    const layout = layoutWaterfall(buildRun(PARALLEL_RUN), STARTED_AT + 1000)

    expect(rowOf(layout, 'step:1').firstToken).toBeCloseTo(0.3)
  })

  it('ends what was never closed where the run ended', () => {
    const view = buildRun([...PARALLEL_RUN, [900, { type: 'run-end', reason: 'interrupted', usage: USAGE, cost: null }]])

    expect(layoutWaterfall(view, STARTED_AT + 60_000).elapsedMs).toBe(900)
  })

  it('shows the time of waiting for a person as a segment of its own', () => {
    const layout = layoutWaterfall(buildRun(WAITING_RUN), STARTED_AT + 1400)

    expect(rowOf(layout, 'call-1').segments).toMatchObject([{ kind: 'wait', durationMs: 700 }])
  })

  it('shortens a long wait, so that the work before and after it stays readable', () => {
    const view = buildRun([
      ...WAITING_RUN,
      [3_600_700, { type: 'approval-response', callId: 'call-1', decision: 'allow', userId: 'u', binding: 'b' }],
      [3_600_700, { type: 'tool-start', step: 1, callId: 'call-1', auditSeq: 7 }],
      [3_601_200, { type: 'tool-end', step: 1, callId: 'call-1', outcome: { status: 'ok', content: [], durationMs: 500 } }],
    ])
    const layout = layoutWaterfall(view, STARTED_AT + 3_601_200)
    const [wait, run] = rowOf(layout, 'call-1').segments

    expect(wait).toMatchObject({ kind: 'wait', durationMs: 3_600_000 })
    expect(run!.end - run!.start).toBeGreaterThan(0.2)
    expect(layout.ticks.length).toBeLessThan(12)
  })

  it('has a tick where a wait that is cut short begins, however little work there was [F008-A100]', () => {
    const view = buildRun([
      [0, runStart], [0, { type: 'step-start', step: 1 }], [100, toolCall('call-1')], [150, stepEnd],
      [150, { type: 'approval-request', step: 1, callId: 'call-1', reason: 'Asks.', binding: 'b' }],
    ])
    const { ticks } = layoutWaterfall(view, STARTED_AT + 3200)

    expect(ticks.map(tick => tick.elapsedMs)).toEqual([0, 150])
  })

  it('gives a step and a call that have ended the durations that were measured, as their facts and cards do [F008-A101]', () => {
    const layout = layoutWaterfall(buildRun([
      [0, runStart], [0, { type: 'step-start', step: 1 }], [100, toolCall('call-1')],
      [600, { type: 'step-end', step: 1, usage: USAGE, finishReason: 'tool-calls', rawFinishReason: null, durationMs: 570 }],
      [700, { type: 'tool-start', step: 1, callId: 'call-1', auditSeq: 7 }],
      [1586, { type: 'tool-end', step: 1, callId: 'call-1', outcome: { status: 'ok', content: [], durationMs: 790 } }],
    ]), STARTED_AT + 2000)

    expect(layout.rows.map(row => [row.key, row.durationMs])).toEqual([['step:1', 570], ['call-1', 790]])
    expect(layout.rows.map(row => row.segments.at(-1)?.durationMs)).toEqual([570, 790])
  })

  it('ends the bar of each of several calls by its own duration, whenever their ends were stored [F008-A101]', () => {
    const end = (callId: string, durationMs: number): TimedEvents[number] =>
      [1600, { type: 'tool-end', step: 1, callId, outcome: { status: 'ok', content: [], durationMs } }]
    const layout = layoutWaterfall(buildRun([...PARALLEL_RUN, end('call-1', 100), end('call-2', 880)]), STARTED_AT + 2000)

    expect(['call-1', 'call-2'].map(key => rowOf(layout, key).segments.at(-1)?.durationMs)).toEqual([100, 880])
    expect(['call-1', 'call-2'].map(key => rowOf(layout, key).durationMs)).toEqual([100, 880])
  })

  it('counts the time of a running call from its start, not from the question before it [F008-A101]', () => {
    const layout = layoutWaterfall(buildRun([
      ...WAITING_RUN,
      [5700, { type: 'approval-response', callId: 'call-1', decision: 'allow', userId: 'u', binding: 'b' }],
      [5700, { type: 'tool-start', step: 1, callId: 'call-1', auditSeq: 7 }],
    ]), STARTED_AT + 6000)

    expect(rowOf(layout, 'call-1').durationMs).toBe(300)
  })

  it('shows no length for a step and a call during which the server ended, as their durations are unknown [F008-A147]', () => {
    const lostCall = buildRun([
      ...PARALLEL_RUN,
      [90_000, { type: 'tool-end', step: 1, callId: 'call-1', outcome: { status: 'unknown', content: [], durationMs: 0 } }],
      [90_000, { type: 'run-end', reason: 'interrupted', usage: USAGE, cost: null }],
    ])
    const lostStep = buildRun([
      [0, runStart], [100, { type: 'step-start', step: 1 }], [500, toolCall('call-1')],
      [90_000, { type: 'run-end', reason: 'interrupted', usage: USAGE, cost: null }],
    ])
    const calls = layoutWaterfall(lostCall, STARTED_AT + 90_000)
    const step = rowOf(layoutWaterfall(lostStep, STARTED_AT + 90_000), 'step:1')

    for (const key of ['call-1', 'call-2']) {
      expect(rowOf(calls, key)).toMatchObject({ durationMs: null })
      expect(rowOf(calls, key).segments.at(-1)).toMatchObject({ kind: 'run', durationMs: 0 })
    }
    expect(step).toMatchObject({ durationMs: null, segments: [{ kind: 'model', durationMs: 400 }] })
  })

  it('survives a run that has only just begun', () => {
    const layout = layoutWaterfall(buildRun([[0, runStart]]), STARTED_AT)

    expect(layout).toMatchObject({ rows: [], elapsedMs: 1 })
  })

  it('gives a call that never started a line from its call to its end', () => {
    const view = buildRun([
      [0, runStart], [0, { type: 'step-start', step: 1 }], [100, toolCall('call-1')], [200, stepEnd],
      [300, { type: 'tool-end', step: 1, callId: 'call-1', outcome: { status: 'unknown-tool', content: [], durationMs: 0 } }],
    ])

    expect(rowOf(layoutWaterfall(view, STARTED_AT + 400), 'call-1').segments.map(segment => segment.kind)).toEqual(['queue'])
  })
})
