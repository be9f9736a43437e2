import type { RunEvent } from '#shared/run-event'

/**
 * Milliseconds that this machine's clock is ahead of the server's: elapsed times are shown against the server's stamps.
 * A replayed event looks older than it is, so the smallest distance seen is the true one.
 */
export function useServerClock() {
  const skewMs = ref(0)
  let isKnown = false

  function observe(events: readonly RunEvent[]) {
    const newest = events.at(-1)
    if (!newest) return
    const distance = Date.now() - Date.parse(newest.at)
    if (!isKnown || distance < skewMs.value) skewMs.value = distance
    isKnown = true
  }

  return { skewMs: readonly(skewMs), observe }
}
