import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { RunStopped } from '#server/ports/run-stopped'
import { createShutdown, onlyStops } from '#server/runs/worker/shutdown'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('gives tools 20 seconds, or less when it is hurried [F005-A30]', () => {
  const shutdown = createShutdown()
  shutdown.begin()
  shutdown.begin()
  vi.advanceTimersByTime(19_999)
  expect([shutdown.closing.aborted, shutdown.deadline.aborted]).toEqual([true, false])
  vi.advanceTimersByTime(1)
  expect(shutdown.deadline.aborted).toBe(true)

  const hurried = createShutdown()
  hurried.begin()
  hurried.force()
  expect(hurried.deadline.aborted).toBe(true)
})

it('leaves no timer behind when everything has ended', () => {
  const shutdown = createShutdown()
  shutdown.begin()
  shutdown.end()
  expect(vi.getTimerCount()).toBe(0)
})

it('stops a tool for a person, and not for a server that ends [F005-A30]', () => {
  const [stopped, ending] = [new AbortController(), new AbortController()]
  const [stops, none] = [onlyStops(stopped.signal), onlyStops(ending.signal)]
  stopped.abort(new RunStopped('cancelled'))
  ending.abort(new RunStopped('interrupted'))
  expect([stops.aborted, none.aborted]).toEqual([true, false])
  expect([onlyStops(stopped.signal).aborted, onlyStops(ending.signal).aborted]).toEqual([true, false])
})
