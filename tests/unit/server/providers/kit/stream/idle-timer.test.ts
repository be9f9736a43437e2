import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdleTimer } from '#server/providers/kit/stream/idle-timer'

describe('createIdleTimer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function start() {
    const onExpire = vi.fn()
    return { onExpire, idle: createIdleTimer(60_000, onExpire) }
  }

  it('expires after a silence, once', () => {
    const { onExpire } = start()
    vi.advanceTimersByTime(59_999)
    expect(onExpire).not.toHaveBeenCalled()
    vi.advanceTimersByTime(300_000)
    expect(onExpire).toHaveBeenCalledOnce()
  })

  it('takes anything that comes for life, keep-alives too [F002-A47]', () => {
    const { onExpire, idle } = start()
    for (let minute = 0; minute < 10; minute += 1) {
      vi.advanceTimersByTime(50_000)
      idle.touch()
    }
    expect(onExpire).not.toHaveBeenCalled()
    vi.advanceTimersByTime(60_000)
    expect(onExpire).toHaveBeenCalledOnce()
  })

  it('does not count while a slow reader holds the stream up', () => {
    const { onExpire, idle } = start()
    idle.pause()
    vi.advanceTimersByTime(600_000)
    idle.touch()
    idle.wait()
    vi.advanceTimersByTime(59_999)
    expect(onExpire).not.toHaveBeenCalled()
  })

  it('leaves no timer behind', () => {
    const { idle } = start()
    vi.advanceTimersByTime(61_000)
    idle.end()
    start().idle.end()
    expect(vi.getTimerCount()).toBe(0)
  })
})
