import { describe, expect, it } from 'vitest'
import type { RunEvent } from '#shared/run-event'
import { applyRunEvent, applyRunEvents, emptyRunView, foldRunEvents } from '#shared/run-view'

const envelope = { runId: 'r1', at: '2026-11-21T10:00:00.000Z' }
let sequence = 0
const durable = (event: object): RunEvent => ({ ...envelope, sequence: (sequence += 1), ...event }) as RunEvent
const live = (event: object): RunEvent => ({ ...envelope, ...event }) as RunEvent

function start(): RunEvent[] {
  sequence = 0
  return [
    durable({ type: 'run-start', model: 'demo/x', tools: ['echo'], input: [{ type: 'text', text: 'hi' }] }),
    durable({ type: 'step-start', step: 1 }),
  ]
}
const call = () => durable({ type: 'tool-call', step: 1, callId: 'c1', name: 'echo', originalName: 'echo', sourceId: 'fake', arguments: { a: 1 } })

describe('the run view', () => {
  it('joins deltas, and lets the closing event replace them [F001-A1]', () => {
    const streamed = foldRunEvents('r1', [...start(), live({ type: 'text-delta', step: 1, text: 'Hel' }), live({ type: 'text-delta', step: 1, text: 'lo' })])
    expect(streamed.steps[0]?.parts).toEqual([{ type: 'text', text: 'Hello', done: false }])
    const closed = applyRunEvent(streamed, durable({ type: 'text-end', step: 1, text: 'Hello!' }))
    expect(closed.steps[0]?.parts).toEqual([{ type: 'text', text: 'Hello!', done: true }])
  })

  it('shows the same with and without the deltas [F001-A2]', () => {
    const stored = [...start(), durable({ type: 'text-end', step: 1, text: 'Hi' }), call()]
    const [first, second, end, called] = stored
    const streamed = [first, second, live({ type: 'text-delta', step: 1, text: 'Hi' }), end, live({ type: 'tool-input-delta', step: 1, callId: 'c1', name: 'echo', text: '{"a":1}' }), called] as RunEvent[]
    expect(foldRunEvents('r1', streamed)).toEqual(foldRunEvents('r1', stored))
  })

  it('ignores a durable event that it has already seen [F001-A3]', () => {
    const events = start()
    const view = foldRunEvents('r1', events)
    expect(applyRunEvent(view, events[1]!)).toBe(view)
  })

  it('catches up from a snapshot, whatever it had before [F001-A4]', () => {
    const before = [...start(), live({ type: 'text-delta', step: 1, text: 'Hel' }), live({ type: 'tool-input-delta', step: 1, callId: 'c1', name: 'echo', text: '{"a' })]
    const snapshot = live({ type: 'step-snapshot', step: 1, text: 'Hello', reasoning: 'hm', calls: [{ callId: 'c1', name: 'echo', text: '{"a":1' }] })
    const view = foldRunEvents('r1', [...before, snapshot])
    expect(view.steps[0]?.parts).toEqual([
      { type: 'reasoning', text: 'hm', done: false }, { type: 'text', text: 'Hello', done: false }, { type: 'call', callId: 'c1' },
    ])
    expect(view.calls.c1?.inputText).toBe('{"a":1')
    const joined = foldRunEvents('r1', [...start(), snapshot])
    expect(joined.steps).toEqual(view.steps)
  })

  it('follows a call from arguments to outcome, through a question [F001-A5]', () => {
    const states = [
      ...start(), call(),
      durable({ type: 'approval-request', step: 1, callId: 'c1', reason: 'It writes.', binding: 'b' }),
      durable({ type: 'run-wait', for: 'approval', callIds: ['c1'] }),
      durable({ type: 'approval-response', callId: 'c1', decision: 'allow', userId: 'u', binding: 'b' }),
      durable({ type: 'tool-start', step: 1, callId: 'c1', auditSeq: 7 }),
      durable({ type: 'tool-end', step: 1, callId: 'c1', auditSeq: 8, outcome: { status: 'ok', content: [], durationMs: 3 } }),
    ].reduce<{ view: ReturnType<typeof emptyRunView>, seen: string[] }>(({ view, seen }, event) => {
      const next = applyRunEvent(view, event)
      return { view: next, seen: [...seen, `${next.state} ${next.calls.c1?.state ?? '-'} ${next.waitingFor.length}`] }
    }, { view: emptyRunView('r1'), seen: [] })
    expect(states.seen).toEqual(['running - 0', 'running - 0', 'running ready 0', 'running waiting 0', 'waiting waiting 1', 'waiting ready 0', 'running running 0', 'running done 0'])
    expect(states.view.calls.c1).toMatchObject({ auditSeq: 8, outcome: { status: 'ok' }, approval: { reason: 'It writes.', answer: { decision: 'allow' } } })
  })

  // If each event copied all calls, this would take minutes.
  it('folds the ten thousand calls of one step in linear time [F001-A6]', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `c${index}`)
    const events = [...start(), ...ids.flatMap(callId => [
      durable({ type: 'tool-call', step: 1, callId, name: 'echo', arguments: {} }),
      durable({ type: 'tool-start', step: 1, callId, auditSeq: 1 }),
      durable({ type: 'tool-end', step: 1, callId, outcome: { status: 'ok', content: [], durationMs: 1 } }),
    ])]
    const view = foldRunEvents('r1', events)
    expect(view.steps[0]?.parts.map(part => part.type === 'call' && part.callId)).toEqual(ids)
    expect(ids.filter(callId => view.calls[callId]?.state !== 'done')).toEqual([])
  })

  it('does not change the view that several events are added to [F001-A6]', () => {
    const before = foldRunEvents('r1', [...start(), call(), live({ type: 'text-delta', step: 1, text: 'Hel' })])
    const kept = structuredClone(before)
    const events = [
      live({ type: 'text-delta', step: 1, text: 'lo' }), live({ type: 'tool-progress', callId: 'c1', progress: 1 }),
      durable({ type: 'translation-warning', step: 1, warning: { path: '', keyword: 'k', action: 'removed', reason: 'r' } }),
      durable({ type: 'step-start', step: 2 }), durable({ type: 'text-end', step: 1, text: 'Hello' }),
    ]
    const after = applyRunEvents(before, events)
    expect(before).toEqual(kept)
    expect(after).toEqual(events.reduce((view, event) => applyRunEvent(view, event), before))
  })

  it('shares what a delta does not touch', () => {
    const view = foldRunEvents('r1', [...start(), durable({ type: 'text-end', step: 1, text: 'x' }), durable({ type: 'step-start', step: 2 })])
    const next = applyRunEvent(view, live({ type: 'text-delta', step: 2, text: 'y' }))
    expect(next.steps[0]).toBe(view.steps[0])
    expect(next.calls).toBe(view.calls)
  })
})
