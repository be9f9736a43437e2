import type { ToolLabCall } from '#shared/tool-lab'
import type { RequestError } from '~/utils/read-api-error'

export type LabArguments = Readonly<Record<string, unknown>>

/** One call by hand in this visit, newest first. */
export interface LabHistoryEntry extends ToolLabCall {
  readonly tool: string
  readonly arguments: LabArguments
  readonly at: number
}

const MAX_HISTORY = 50

/** Calls of one tool by hand. The history lasts as long as the page is open, also over a look at another screen. */
export function useToolLab(name: string) {
  const api = useApi()
  const all = useState<readonly LabHistoryEntry[]>('lab-history', () => [])
  const history = computed(() => all.value.filter(entry => entry.tool === name))
  const latest = shallowRef<LabHistoryEntry | null>(null)
  const calling = shallowRef<AbortController | null>(null)
  const wasStopped = ref(false)
  const error = shallowRef<RequestError | null>(null)

  async function call(input: LabArguments): Promise<void> {
    if (calling.value) return
    const { signal } = calling.value = new AbortController()
    error.value = null
    wasStopped.value = false
    try {
      const answer = await api<ToolLabCall>(
        `/api/tools/${encodeURIComponent(name)}/calls`, { method: 'POST', body: { arguments: input }, signal },
      )
      latest.value = { ...answer, tool: name, arguments: input, at: Date.now() }
      all.value = [latest.value, ...all.value].slice(0, MAX_HISTORY)
    }
    catch (thrown) {
      if (signal.aborted) wasStopped.value = true
      else error.value = readRequestError(thrown)
    }
    finally {
      calling.value = null
    }
  }

  useReconnect(() => {
    if (error.value?.isOffline) error.value = null
  })

  /** Hangs up, which stops the tool. */
  const stop = () => calling.value?.abort()

  return { history, latest, isCalling: computed(() => calling.value !== null), wasStopped, error, call, stop }
}
