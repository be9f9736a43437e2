import type { RunEvent } from '#shared/run-event'

const TICK_MS = 100

/** The server's time, epoch milliseconds, moving only while it is needed. */
export function useNow(isRunning: () => boolean, skewMs: () => number) {
  const now = ref(Date.now())
  let timer: ReturnType<typeof setInterval> | undefined

  watch(isRunning, (running) => {
    clearInterval(timer)
    if (!running || import.meta.server) return
    now.value = Date.now() - skewMs()
    timer = setInterval(() => now.value = Date.now() - skewMs(), TICK_MS)
  }, { immediate: true })
  onScopeDispose(() => clearInterval(timer))
  return readonly(now)
}

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
