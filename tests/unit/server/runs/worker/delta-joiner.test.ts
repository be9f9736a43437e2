import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveEventBody } from '#shared/run-event'
import { DeltaJoiner } from '#server/runs/worker/delta-joiner'

function createJoiner() {
  const sent: LiveEventBody[] = []
  return { sent, joiner: new DeltaJoiner(event => sent.push(event)) }
}

const text = (words: string, step = 1) => ({ type: 'text-delta', step, text: words }) as const
const input = (piece: string, callId = 'a') => ({ type: 'tool-input-delta', step: 1, callId, name: 'calculate', text: piece }) as const

describe('the delta joiner', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('sends deltas that come at once as one, without being asked', async () => {
    const { sent, joiner } = createJoiner()
    for (const word of ['one ', 'two ', 'three']) joiner.add(text(word))
    expect(sent).toEqual([])
    await nextTurn()
    expect(sent).toEqual([text('one two three')])
  })

  test('holds back what follows within a frame, and nothing that comes later [F005-A22]', async () => {
    const { sent, joiner } = createJoiner()
    joiner.add(text('one'))
    await nextTurn()
    for (const word of [' two', ' three', ' four']) {
      vi.advanceTimersByTime(5)
      joiner.add(text(word))
      await nextTurn()
    }
    expect(sent).toEqual([text('one')])
    vi.advanceTimersByTime(1)
    expect(sent).toEqual([text('one'), text(' two three four')])
    vi.advanceTimersByTime(16)
    joiner.add(text(' five'))
    await nextTurn()
    expect(sent.at(-1)).toEqual(text(' five'))
  })

  test('keeps kinds, steps and calls apart and in order', () => {
    const { sent, joiner } = createJoiner()
    const events = [
      { ...text('hm'), type: 'reasoning-delta' as const }, text('a'), text('b', 2), input('{'), input('{', 'b'), input('}', 'b'),
      text('c', 2),
    ]
    events.forEach(event => joiner.add(event))
    joiner.flush()
    expect(sent).toEqual([...events.slice(0, 4), input('{}', 'b'), text('c', 2)])
  })

  test('lets no other event overtake what it holds', () => {
    const { sent, joiner } = createJoiner()
    joiner.add(text('a'))
    joiner.add({ type: 'tool-progress', callId: 'a', progress: 1 })
    expect(sent.map(event => event.type)).toEqual(['text-delta', 'tool-progress'])
  })
})
