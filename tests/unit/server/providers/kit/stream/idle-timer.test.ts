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
    return { onExpire, idle: createIdleTimer({ silenceMs: 60_000, emptyMs: 300_000 }, onExpire) }
  }

  it('expires after a silence, once', () => {
    const { onExpire } = start()
    vi.advanceTimersByTime(59_999)
    expect(onExpire).not.toHaveBeenCalled()
    vi.advanceTimersByTime(300_000)
    expect(onExpire).toHaveBeenCalledOnce()
  })

  /** What comes every 50 seconds, up to the sixth one, at five minutes. */
  it.each([
    ['keep-alives that are no events', ({ idle }: ReturnType<typeof start>) => idle.touch()],
    ['events that say nothing', ({ idle }: ReturnType<typeof start>) => {
      idle.pause()
      idle.wait(false)
    }],
  ])('is kept waiting by %s, but not beyond five minutes [F002-A47]', (_what, come) => {
    const started = start()
    for (let count = 0; count < 5; count += 1) {
      vi.advanceTimersByTime(50_000)
      come(started)
    }
    vi.advanceTimersByTime(49_999)
    expect(started.onExpire).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(started.onExpire).toHaveBeenCalledOnce()
  })

  it('waits as long as the vendor says something [F002-A47]', () => {
    const { onExpire, idle } = start()
    for (let minute = 0; minute < 10; minute += 1) {
      vi.advanceTimersByTime(59_000)
      idle.pause()
      idle.wait(true)
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
    idle.wait(true)
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
