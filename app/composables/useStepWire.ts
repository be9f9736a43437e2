import type { StepWireView } from '#shared/wire'
import type { RequestError } from '~/utils/read-api-error'

/** The wire of one step, read anew whenever `version` says that another attempt has ended. */
export function useStepWire(step: () => { readonly runId: string, readonly step: number, readonly version: string }) {
  const api = useApi()
  const wire = shallowRef<StepWireView | null>(null)
  const error = shallowRef<RequestError | null>(null)

  async function load(): Promise<void> {
    const asked = step()
    const isCurrent = () => asked.runId === step().runId && asked.step === step().step
    try {
      const answer = await api<StepWireView>(`/api/runs/${asked.runId}/steps/${asked.step}/wire`)
      if (!isCurrent()) return
      wire.value = answer
      error.value = null
    }
    catch (thrown) {
      if (isCurrent()) error.value = readRequestError(thrown)
    }
  }

  useRefetchOnReconnect(error, load)
  watch(step, load, { immediate: true })
  return { wire, error, load }
}
