import type { Ref } from 'vue'

/** Whether the last request of this page got no answer. */
export function useIsDisconnected() {
  return useState('is-disconnected', () => false)
}

/** Runs when the server answers again after a request got no answer. */
export function useReconnect(onReconnect: () => void) {
  const isDisconnected = useIsDisconnected()
  watch(isDisconnected, (now, before) => {
    if (before && !now) onReconnect()
  })
}

/** Loads again what could not be loaded. */
export function useRefetchOnReconnect(error: Readonly<Ref<unknown>>, refetch: () => Promise<unknown>) {
  useReconnect(() => {
    if (error.value) void refetch()
  })
}
