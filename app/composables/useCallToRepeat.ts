import type { RunView } from '#shared/run-view'
import type { LabArguments } from './useToolLab'
import type { ApiFailure } from '~/utils/read-api-failure'

/** `?run=&call=` in the address, as the inspector links here: reads that call's arguments from its run. */
export function useCallToRepeat(use: (input: LabArguments) => void) {
  const { run, call } = useRoute().query
  const api = useApi()
  const failure = shallowRef<ApiFailure | null>(null)

  onMounted(async () => {
    if (typeof run !== 'string' || typeof call !== 'string') return
    try {
      const { view } = await api<{ view: RunView }>(`/api/runs/${encodeURIComponent(run)}`)
      const input = view.calls[call]?.arguments
      if (input) use(input)
    }
    catch (error) {
      failure.value = readApiFailure(error)
    }
  })

  return { failure }
}
