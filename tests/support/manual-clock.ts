import type { RunClock } from '#server/runs/loop/run-context'

export interface ManualClock extends RunClock {
  /** Milliseconds that were waited for, one by one. */
  readonly waits: readonly number[]
  readonly passTime: (ms: number) => void
}

/** A clock that moves by what is waited for, and by hand. `onWait` is told of each wait before it is over. */
export function createManualClock(onWait: () => void = () => {}): ManualClock {
  const waits: number[] = []
  const timers = new Set<{ readonly at: number, readonly callback: () => void }>()
  let milliseconds = 0
  const passTime = (ms: number) => {
    milliseconds += ms
    for (const timer of timers) {
      if (timer.at > milliseconds) continue
      timers.delete(timer)
      timer.callback()
    }
  }
  return {
    waits,
    passTime,
    now: () => milliseconds,
    random: () => 0.5,
    wait: async (ms, signal) => {
      waits.push(ms)
      onWait()
      passTime(ms)
      signal.throwIfAborted()
    },
    after: (ms, callback) => {
      const timer = { at: milliseconds + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
}
