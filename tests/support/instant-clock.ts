import type { RunClock } from '#server/runs/loop/run-context'

/**
 * A clock whose waits are over at once, and on which no time runs out. `waits` are the milliseconds that were asked for;
 * `onWait` is told of each.
 */
export function createInstantClock(onWait: () => void = () => {}): RunClock & { readonly waits: readonly number[] } {
  const waits: number[] = []
  return {
    waits,
    now: () => performance.now(),
    random: () => 0.5,
    wait: async (ms, signal) => {
      waits.push(ms)
      onWait()
      signal.throwIfAborted()
    },
    after: () => () => {},
  }
}
