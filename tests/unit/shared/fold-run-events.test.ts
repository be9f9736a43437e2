import { describe, expect, it } from 'vitest'
import type { RunEvent } from '#shared/run-event'
import { applyRunEvents, foldRunEvents } from '#shared/fold-run-events'
import { answerParts, emptyRunView } from '#shared/run-view'

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
const call = () => durable({
  type: 'tool-call', step: 1, callId: 'c1', name: 'echo', originalName: 'echo', sourceId: 'fake', arguments: { a: 1 },
})

describe('the fold of run events', () => {
  it('joins deltas, and lets the closing event replace them [F001-A1]', () => {
    const streamed = foldRunEvents('r1', [
      ...start(), live({ type: 'text-delta', step: 1, text: 'Hel' }), live({ type: 'text-delta', step: 1, text: 'lo' }),
    ])
    expect(streamed.steps[0]?.parts).toEqual([{ type: 'text', text: 'Hello', done: false }])
    const closed = applyRunEvents(streamed, [durable({ type: 'text-end', step: 1, text: 'Hello!' })])
    expect(closed.steps[0]?.parts).toEqual([{ type: 'text', text: 'Hello!', done: true }])
  })

  it('shows the same with and without the deltas [F001-A2]', () => {
    const stored = [...start(), durable({ type: 'text-end', step: 1, text: 'Hi' }), call()]
    const [first, second, end, called] = stored
    const streamed = [
      first, second, live({ type: 'text-delta', step: 1, text: 'Hi' }), end,
      live({ type: 'tool-input-delta', step: 1, callId: 'c1', name: 'echo', text: '{"a":1}' }), called,
    ] as RunEvent[]
    expect(foldRunEvents('r1', streamed)).toEqual(foldRunEvents('r1', stored))
  })

  it.each([
    ['the call comes before it', (end: RunEvent[], called: RunEvent) => [end[0], called, end[1]]],
    ['the call comes after it', (end: RunEvent[], called: RunEvent) => [...end, called]],
  ])('shows text after a call in the stored order, where %s [F001-A2]', (_, order) => {
    const text = (piece: string) => live({ type: 'text-delta', step: 1, text: piece })
    const started = start()
    const input = live({ type: 'tool-input-delta', step: 1, callId: 'c1', name: 'echo', text: '{"a":1}' })
    const deltas = [text('Let me look.'), input, text('Wait.')]
    const ends = ['Let me look.', 'Wait.'].map(piece => durable({ type: 'text-end', step: 1, text: piece }))
    const stored = order(ends, call()).map((event, index) => ({ ...event, sequence: 3 + index }) as RunEvent)
    for (const count of [1, 2, 3]) {
      const streamed = foldRunEvents('r1', [...started, ...deltas, ...stored.slice(0, count)])
      const reloaded = foldRunEvents('r1', [...started, ...stored.slice(0, count)])
      expect(streamed.steps[0]?.parts.slice(0, count)).toEqual(reloaded.steps[0]?.parts)
      expect(streamed.steps[0]?.parts).toHaveLength(3)
    }
  })

  it('ignores a durable event that it has already seen [F001-A3]', () => {
    const events = start()
    const view = foldRunEvents('r1', events)
    expect(applyRunEvents(view, [events[1]!])).toBe(view)
  })

  it('catches up from a snapshot, whatever it had before [F001-A4]', () => {
    const before = [
      ...start(), live({ type: 'text-delta', step: 1, text: 'Hel' }),
      live({ type: 'tool-input-delta', step: 1, callId: 'c1', name: 'echo', text: '{"a' }),
    ]
    const snapshot = live({
      type: 'step-snapshot', step: 1,
      parts: [
        { type: 'reasoning', text: 'hm' }, { type: 'text', text: 'Hello' }, { type: 'call', callId: 'c1', name: 'echo', text: '{"a":1' },
      ],
    })
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
      const next = applyRunEvents(view, [event])
      return { view: next, seen: [...seen, `${next.state} ${next.calls.c1?.state ?? '-'} ${next.waitingFor.length}`] }
    }, { view: emptyRunView('r1'), seen: [] })
    expect(states.seen).toEqual([
      'running - 0', 'running - 0', 'running ready 0', 'running waiting 0', 'waiting waiting 1', 'waiting ready 0', 'running running 0',
      'running done 0',
    ])
    expect(states.view.calls.c1).toMatchObject({
      auditSeq: 8, outcome: { status: 'ok' }, approval: { reason: 'It writes.', answer: { decision: 'allow' } },
    })
  })

  it('ends a broken-off step with its run, and discards its half answer once the run goes on [F001-A22]', () => {
    const half = [...start(), durable({ type: 'text-end', step: 1, text: 'Once up' })]
    const interrupted = foldRunEvents('r1', [...half, durable({ type: 'run-end', reason: 'interrupted', at: '2026-11-21T10:00:09.000Z' })])
    expect(interrupted.steps[0]).toMatchObject({ endedAt: '2026-11-21T10:00:09.000Z' })
    expect(interrupted.steps[0]?.isDiscarded).toBeUndefined()
    const resumed = applyRunEvents(interrupted, [
      durable({ type: 'run-resume' }), durable({ type: 'step-start', step: 2 }),
      durable({ type: 'text-end', step: 2, text: 'Once upon a time' }),
    ])
    expect(resumed.steps.map(step => step.isDiscarded)).toEqual([true, undefined])
    expect(answerParts(resumed)).toEqual([{ type: 'text', text: 'Once upon a time', done: true }])
  })

  it('discards no step that made a call or that ended whole [F001-A22]', () => {
    const end = durable({ type: 'step-end', step: 1, usage: {}, cost: 0, finishReason: 'stop', rawFinishReason: null })
    const goOn = [durable({ type: 'run-end', reason: 'interrupted' }), durable({ type: 'run-resume' })]
    expect(foldRunEvents('r1', [
      ...start(), durable({ type: 'text-end', step: 1, text: 'Hi' }), end, ...goOn,
    ]).steps[0]?.isDiscarded).toBeUndefined()
    expect(foldRunEvents('r1', [...start(), call(), ...goOn]).steps[0]?.isDiscarded).toBeUndefined()
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
    expect(after).toEqual(events.reduce((view, event) => applyRunEvents(view, [event]), before))
  })

  it('shares what a delta does not touch', () => {
    const view = foldRunEvents('r1', [
      ...start(), durable({ type: 'text-end', step: 1, text: 'x' }), durable({ type: 'step-start', step: 2 }),
    ])
    const next = applyRunEvents(view, [live({ type: 'text-delta', step: 2, text: 'y' })])
    expect(next.steps[0]).toBe(view.steps[0])
    expect(next.calls).toBe(view.calls)
  })

  it('shows why and how a run ended, and that nothing waits any more [F001-A7]', () => {
    const usage = { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
    const error = { code: 'limited', message: 'Enough.', retryable: false }
    const waiting = foldRunEvents('r1', [...start(), call(), durable({ type: 'run-wait', for: 'approval', callIds: ['c1'] })])
    const view = applyRunEvents(waiting, [durable({ type: 'run-end', reason: 'limited', usage, cost: 0.5, limit: 'steps', error })])
    expect(view).toMatchObject({
      state: 'limited', endedAt: envelope.at, usage, cost: 0.5, limit: 'steps', error, waitingFor: [], lastSequence: sequence,
    })
  })

  it('shows a run that is resumed as running, without its end and its error [F001-A7]', () => {
    const usage = { inputTokens: 0, outputTokens: 0 }
    const error = { code: 'interrupted', message: 'The server ended.', retryable: true }
    const view = foldRunEvents('r1', [
      ...start(), call(), durable({ type: 'run-end', reason: 'interrupted', usage, cost: null, error }), durable({ type: 'run-resume' }),
    ])
    expect(view).toMatchObject({ state: 'running', endedAt: undefined, error: undefined, calls: { c1: { state: 'ready' } } })
    expect(view.steps).toHaveLength(1)
  })

  it('shows the newest progress of a call until it ends [F001-A7]', () => {
    const before = foldRunEvents('r1', [...start(), call(), durable({ type: 'tool-start', step: 1, callId: 'c1', auditSeq: 3 })])
    const working = [{ progress: 1 }, { progress: 2, total: 4, message: 'half' }].reduce((view, body) => applyRunEvents(view, [
      live({ type: 'tool-progress', callId: 'c1', ...body }),
    ]), before)
    expect(working.calls.c1).toMatchObject({ state: 'running', progress: { progress: 2, total: 4, message: 'half' } })
    expect(applyRunEvents(before, [live({ type: 'tool-progress', callId: 'unknown', progress: 1 })]).calls).toEqual(before.calls)
    const ended = applyRunEvents(working, [
      durable({ type: 'tool-end', step: 1, callId: 'c1', outcome: { status: 'ok', content: [], durationMs: 1 } }),
    ])
    expect(ended.calls.c1).toMatchObject({ state: 'done', progress: undefined, endedAt: envelope.at, auditSeq: 3 })
  })

  it('shows what a step was, asked for and cost [F001-A7]', () => {
    const warning = { path: '', keyword: 'k', action: 'removed', reason: 'r' }
    const error = { code: 'provider-unavailable', message: 'Busy.', retryable: true }
    const usage = { inputTokens: 1, outputTokens: 2 }
    const view = foldRunEvents('r1', [
      ...start(), durable({ type: 'step-start', step: 2 }),
      durable({ type: 'translation-warning', step: 2, warning }), durable({ type: 'step-retry', step: 2, attempt: 1, delayMs: 5, error }),
      durable({ type: 'reasoning-end', step: 2, text: 'hm' }), durable({ type: 'text-end', step: 2, text: 'Hi' }),
      durable({ type: 'step-end', step: 2, usage, cost: 0.1, finishReason: 'stop', rawFinishReason: 'end_turn', firstTokenMs: 7 }),
    ])
    expect(view.steps).toMatchObject([
      { step: 1, startedAt: envelope.at, parts: [], warnings: [], retries: [] },
      {
        step: 2, endedAt: envelope.at, usage, cost: 0.1, finishReason: 'stop', rawFinishReason: 'end_turn', firstTokenMs: 7,
        warnings: [warning],
        retries: [{ attempt: 1, delayMs: 5, error }],
        parts: [{ type: 'reasoning', text: 'hm', done: true }, { type: 'text', text: 'Hi', done: true }],
      },
    ])
    expect(view.steps[0]).not.toHaveProperty('endedAt')
    expect(view).toMatchObject({ model: 'demo/x', tools: ['echo'], input: [{ type: 'text', text: 'hi' }], startedAt: envelope.at })
  })

  it('shows a call with what came of it: its tool, its text when that does not parse, and what came raw [F001-A7]', () => {
    const begun = [...start(), call()]
    const broken = durable({
      type: 'tool-call', step: 1, callId: 'c2', name: 'echo', arguments: null, argumentsText: '{"a', argumentsError: 'It ends too early.',
      raw: { id: 'x' },
    })
    const view = foldRunEvents('r1', [...begun, broken])
    expect(view.calls).toMatchObject({
      c1: {
        step: 1, name: 'echo', originalName: 'echo', sourceId: 'fake', arguments: { a: 1 }, inputText: '{"a":1}', calledAt: envelope.at,
      },
      c2: { arguments: null, inputText: '{"a', argumentsError: 'It ends too early.', raw: { id: 'x' } },
    })
  })

  it('takes from a snapshot nothing that is settled, and drops what streamed and is not in it [F001-A4]', () => {
    const before = [
      ...start(), durable({ type: 'text-end', step: 1, text: 'First.' }), call(),
      live({ type: 'text-delta', step: 1, text: 'lost' }),
      live({ type: 'tool-input-delta', step: 1, callId: 'gone', name: 'echo', text: '{' }),
    ]
    const view = foldRunEvents('r1', [
      ...before, live({ type: 'step-snapshot', step: 1, parts: [{ type: 'call', callId: 'c2', name: 'echo', text: '{"b' }] }),
    ])
    expect(view.steps[0]?.parts).toEqual([
      { type: 'text', text: 'First.', done: true }, { type: 'call', callId: 'c1' }, { type: 'call', callId: 'c2' },
    ])
    expect(Object.keys(view.calls)).toEqual(['c1', 'c2'])
    expect(view.calls.c2).toMatchObject({ state: 'writing', inputText: '{"b', name: 'echo' })
  })

  it('begins a new part with the text after closed text', () => {
    const view = foldRunEvents('r1', [
      ...start(), durable({ type: 'text-end', step: 1, text: 'a' }), live({ type: 'text-delta', step: 1, text: 'b' }),
    ])
    expect(view.steps[0]?.parts).toEqual([{ type: 'text', text: 'a', done: true }, { type: 'text', text: 'b', done: false }])
  })

  it('does not join text across a call, nor text and reasoning', () => {
    const view = foldRunEvents('r1', [
      ...start(), live({ type: 'reasoning-delta', step: 1, text: 'hm' }), live({ type: 'text-delta', step: 1, text: 'a' }),
      live({ type: 'tool-input-delta', step: 1, callId: 'c1', name: 'echo', text: '{' }), live({ type: 'text-delta', step: 1, text: 'b' }),
    ])
    expect(view.steps[0]?.parts).toEqual([
      { type: 'reasoning', text: 'hm', done: false }, { type: 'text', text: 'a', done: false }, { type: 'call', callId: 'c1' },
      { type: 'text', text: 'b', done: false },
    ])
  })

  it('shows an answer of a person with its note, and leaves the other calls waiting [F001-A5]', () => {
    const begun = start()
    const two = ['c1', 'c2'].flatMap(callId => [
      durable({ type: 'tool-call', step: 1, callId, name: 'echo', arguments: {} }),
      durable({ type: 'approval-request', step: 1, callId, reason: 'It writes.', binding: 'b' }),
    ])
    const asked = foldRunEvents('r1', [...begun, ...two, durable({ type: 'run-wait', for: 'approval', callIds: ['c1', 'c2'] })])
    const view = applyRunEvents(asked, [
      durable({ type: 'approval-response', callId: 'c1', decision: 'deny', note: 'No.', userId: 'u', binding: 'b' }),
    ])
    expect(view).toMatchObject({ state: 'waiting', waitingFor: ['c2'] })
    expect(view.calls.c1?.approval).toEqual({
      reason: 'It writes.', requestedAt: envelope.at, answer: { decision: 'deny', note: 'No.', at: envelope.at },
    })
    expect(view.calls.c2).toMatchObject({ state: 'waiting' })
    expect(applyRunEvents(view, [
      durable({ type: 'approval-response', callId: 'unknown', decision: 'allow', userId: 'u', binding: 'b' }),
    ]).calls).toEqual(view.calls)
  })
})
