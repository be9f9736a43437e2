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
})
