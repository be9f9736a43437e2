import { setTimeout as sleep } from 'node:timers/promises'
import type { RunClock } from '../loop/run-context'

/** Real time and real chance. */
export function createSystemClock(): RunClock {
  return {
    now: () => performance.now(),
    random: Math.random,
    wait: async (ms, signal) => {
      // The platform's own abort error hides why: the loop needs the signal's reason.
      await sleep(ms, undefined, { signal }).catch(() => undefined)
      signal.throwIfAborted()
    },
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
  }
}
