import { describe, expect, it } from 'vitest'
import type { RunEvent } from '#shared/run-event'
import { createEventBus } from '#server/embedded/event-bus'

const event = (body: object) => ({ runId: 'r1', at: '', ...body }) as RunEvent

describe('the event bus', () => {
  it('hands events to the listeners of their run only, until they leave', () => {
    const bus = createEventBus()
    const seen: string[] = []
    const leave = bus.subscribe('r1', ({ type }) => seen.push(type))
    bus.publish(event({ type: 'text-delta', step: 1, text: 'a' }))
    bus.publish({ ...event({ type: 'text-delta', step: 1, text: 'a' }), runId: 'r2' })
    leave()
    bus.publish(event({ type: 'text-delta', step: 1, text: 'b' }))
    expect(seen).toEqual(['text-delta'])
  })

  it('keeps the unfinished step for a reader that joins late [F005-A11]', () => {
    const bus = createEventBus()
    bus.publish(event({ type: 'step-start', step: 2, sequence: 1 }))
    expect(bus.readSnapshot('r1')).toBeUndefined()
    bus.publish(event({ type: 'reasoning-delta', step: 2, text: 'hm' }))
    bus.publish(event({ type: 'text-delta', step: 2, text: 'Hel' }))
    bus.publish(event({ type: 'text-delta', step: 2, text: 'lo' }))
    bus.publish(event({ type: 'tool-input-delta', step: 2, callId: 'c1', name: 'echo', text: '{"a"' }))
    const expected = { type: 'step-snapshot', step: 2, text: 'Hello', reasoning: 'hm', calls: [{ callId: 'c1', name: 'echo', text: '{"a"' }] }
    expect(bus.readSnapshot('r1')).toMatchObject(expected)
    expect(bus.readSnapshot('r1')).toMatchObject(expected)
  })

  it('forgets what has been stored [F005-A11]', () => {
    const bus = createEventBus()
    bus.publish(event({ type: 'step-start', step: 1, sequence: 1 }))
    bus.publish(event({ type: 'text-delta', step: 1, text: 'Hello' }))
    bus.publish(event({ type: 'text-end', step: 1, text: 'Hello', sequence: 2 }))
    expect(bus.readSnapshot('r1')).toBeUndefined()
  })

  it('hands an event to every listener of its run, and keeps those who stay when one leaves', () => {
    const bus = createEventBus()
    const seen: string[] = []
    const leave = bus.subscribe('r1', () => seen.push('first'))
    bus.subscribe('r1', () => seen.push('second'))
    bus.publish(event({ type: 'text-delta', step: 1, text: 'a' }))
    leave()
    leave()
    bus.publish(event({ type: 'text-delta', step: 1, text: 'b' }))
    expect(seen).toEqual(['first', 'second', 'second'])
  })

  it('keeps a listener that came after all others had left, whatever these do later', () => {
    const bus = createEventBus()
    const seen: string[] = []
    const leave = bus.subscribe('r1', () => {})
    leave()
    bus.subscribe('r1', ({ type }) => seen.push(type))
    leave()
    bus.publish(event({ type: 'text-delta', step: 1, text: 'a' }))
    expect(seen).toEqual(['text-delta'])
  })

  it.each(['run-end', 'run-wait'])('forgets the unfinished step at a %s [F005-A11]', (type) => {
    const bus = createEventBus()
    bus.publish(event({ type: 'text-delta', step: 1, text: 'Hello' }))
    bus.publish(event({ type, sequence: 1 }))
    expect(bus.readSnapshot('r1')).toBeUndefined()
  })

  it('keeps the unfinished steps of two runs apart [F005-A11]', () => {
    const bus = createEventBus()
    bus.publish(event({ type: 'text-delta', step: 1, text: 'one' }))
    bus.publish({ ...event({ type: 'text-delta', step: 1, text: 'two' }), runId: 'r2' })
    expect([bus.readSnapshot('r1'), bus.readSnapshot('r2')]).toMatchObject([{ runId: 'r1', text: 'one' }, { runId: 'r2', text: 'two' }])
  })

  it.each([
    ['reasoning', event({ type: 'reasoning-end', step: 1, text: '', sequence: 2 }), { reasoning: '', text: 'Hello', calls: [{ callId: 'c1' }, { callId: 'c2' }] }],
    ['text', event({ type: 'text-end', step: 1, text: '', sequence: 2 }), { reasoning: 'hm', text: '', calls: [{ callId: 'c1' }, { callId: 'c2' }] }],
    ['a call', event({ type: 'tool-call', step: 1, callId: 'c1', name: 'a', arguments: {}, sequence: 2 }), { reasoning: 'hm', text: 'Hello', calls: [{ callId: 'c2' }] }],
    ['a step that began anew', event({ type: 'step-start', step: 2, sequence: 2 }), undefined],
    ['a step', event({ type: 'step-end', step: 1, sequence: 2 }), undefined],
    ['nothing, as a retry leaves it', event({ type: 'step-retry', step: 1, sequence: 2 }), { reasoning: 'hm', text: 'Hello', calls: [{ callId: 'c1' }, { callId: 'c2' }] }],
  ])('forgets just what is stored: %s [F005-A11]', (_what, stored, left) => {
    const bus = createEventBus()
    bus.publish(event({ type: 'reasoning-delta', step: 1, text: 'hm' }))
    bus.publish(event({ type: 'text-delta', step: 1, text: 'Hello' }))
    bus.publish(event({ type: 'tool-input-delta', step: 1, callId: 'c1', text: '{' }))
    bus.publish(event({ type: 'tool-input-delta', step: 1, callId: 'c2', name: 'b', text: '{' }))
    bus.publish(stored)
    const snapshot = bus.readSnapshot('r1')
    if (left) expect(snapshot).toMatchObject(left)
    else expect(snapshot).toBeUndefined()
  })

  it('keeps the name of a call that only its first piece bore, and every piece read between [F005-A11]', () => {
    const bus = createEventBus()
    bus.publish(event({ type: 'tool-input-delta', step: 1, callId: 'c1', name: 'echo', text: '{"a"' }))
    expect(bus.readSnapshot('r1')?.calls).toEqual([{ callId: 'c1', name: 'echo', text: '{"a"' }])
    bus.publish(event({ type: 'tool-input-delta', step: 1, callId: 'c1', text: ':1}' }))
    expect(bus.readSnapshot('r1')?.calls).toEqual([{ callId: 'c1', name: 'echo', text: '{"a":1}' }])
  })
})
