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
