import { describe, expect, it } from 'vitest'
import type { RunEvent } from '#shared/run-event'
import { createEventBus } from '#server/embedded/event-bus'

const event = (body: object) => ({ runId: 'r1', at: '', ...body }) as RunEvent

describe('the event bus', () => {
  it('hands events to the listeners of their run only, until they leave', async () => {
    const bus = createEventBus()
    const seen: string[] = []
    const leave = await bus.subscribe('r1', ({ type }) => seen.push(type))
    bus.publish(event({ type: 'text-delta', step: 1, text: 'a' }))
    bus.publish({ ...event({ type: 'text-delta', step: 1, text: 'a' }), runId: 'r2' })
    leave()
    bus.publish(event({ type: 'text-delta', step: 1, text: 'b' }))
    expect(seen).toEqual(['text-delta'])
  })

  it('hands an event to every listener of its run, and keeps those who stay when one leaves', async () => {
    const bus = createEventBus()
    const seen: string[] = []
    const leave = await bus.subscribe('r1', () => seen.push('first'))
    await bus.subscribe('r1', () => seen.push('second'))
    bus.publish(event({ type: 'text-delta', step: 1, text: 'a' }))
    leave()
    leave()
    bus.publish(event({ type: 'text-delta', step: 1, text: 'b' }))
    expect(seen).toEqual(['first', 'second', 'second'])
  })

  it('keeps a listener that came after all others had left, whatever these do later', async () => {
    const bus = createEventBus()
    const seen: string[] = []
    const leave = await bus.subscribe('r1', () => {})
    leave()
    await bus.subscribe('r1', ({ type }) => seen.push(type))
    leave()
    bus.publish(event({ type: 'text-delta', step: 1, text: 'a' }))
    expect(seen).toEqual(['text-delta'])
  })
})
