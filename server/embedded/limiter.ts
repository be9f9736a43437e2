import type { Limit, Limiter } from '#server/ports/limiter'

/** One key's use of a limit, until its window ends. */
interface Window { used: number, readonly endsAt: number }

/** With fewer windows than this, expired ones are not removed, because they take little memory. */
const FIRST_SWEEP = 1000

/**
 * Rate limits in the memory of this process: a restart resets them, and a client cannot cause one. Windows use a monotonic clock, so
 * that a change of the system time neither ends nor extends them.
 */
export function createLimiter(now: () => number = () => performance.now()): Limiter {
  const windows = new Map<string, Window>()
  let sweepAt = FIRST_SWEEP

  function findWindow(key: string, limit: Limit): Window | undefined {
    const window = windows.get(nameOf(key, limit))
    return window && window.endsAt > now() ? window : undefined
  }

  function openWindow(key: string, limit: Limit): Window {
    if (windows.size >= sweepAt) sweep()
    const window = { used: 0, endsAt: now() + limit.windowMs }
    windows.set(nameOf(key, limit), window)
    return window
  }

  function sweep(): void {
    for (const [name, { endsAt }] of windows) if (endsAt <= now()) windows.delete(name)
    // The threshold doubles, so that many new keys do not cause a sweep for each of them.
    sweepAt = Math.max(FIRST_SWEEP, windows.size * 2)
  }

  return {
    async consume(key, limit) {
      const window = findWindow(key, limit) ?? openWindow(key, limit)
      window.used += 1
      return window.used > limit.points ? { retryAfterMs: Math.max(1, Math.ceil(window.endsAt - now())) } : {}
    },
    async giveBack(key, limit) {
      const window = findWindow(key, limit)
      if (window) window.used -= 1
    },
    async reset(key, limit) {
      windows.delete(nameOf(key, limit))
    },
  }
}

function nameOf(key: string, { points, windowMs }: Limit): string {
  return `${points}/${windowMs} ${key}`
}
