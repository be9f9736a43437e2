import { useIntervalFn } from '@vueuse/core'
import type { AuditVerification } from '#shared/audit-verification'
import type { RequestError } from '~/utils/read-api-error'

/** Runs the check of the whole hash chain; it reads every record, so it can take a while and be stopped. */
export function useAuditVerification() {
  const api = useApi()
  const result = shallowRef<AuditVerification | null>(null)
  const error = shallowRef<RequestError | null>(null)
  const running = ref(false)
  const elapsedSeconds = ref(0)
  const clock = useIntervalFn(() => elapsedSeconds.value++, 1000, { immediate: false })
  let request: AbortController | undefined

  async function verify() {
    cancel()
    const current = request = new AbortController()
    result.value = error.value = null
    running.value = true
    elapsedSeconds.value = 0
    clock.resume()
    try {
      const answer = await api<AuditVerification>('/api/audit/verify', { signal: current.signal })
      if (current === request) result.value = answer
    }
    catch (thrown) {
      if (current === request) error.value = readRequestError(thrown)
    }
    if (current === request) stopClock()
  }

  function stopClock() {
    running.value = false
    clock.pause()
  }

  function cancel() {
    request?.abort()
    request = undefined
    stopClock()
  }

  onScopeDispose(cancel)
  return { result, error, running, elapsedSeconds, verify, cancel }
}
