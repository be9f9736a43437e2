import type { LabArguments } from './useToolLab'
import type { RunView } from '#shared/run-view'
import type { RequestError } from '~/utils/read-api-error'

/** The arguments of a call, as a form and as JSON: one value with two faces, each following the other. */
export function useLabArguments() {
  const value = shallowRef<LabArguments>({})
  const text = ref('{}')
  /** Why the JSON side cannot be sent now. */
  const textError = ref<string | null>(null)

  function set(next: LabArguments) {
    value.value = next
    text.value = JSON.stringify(next, null, 2)
    textError.value = null
  }

  /** From the form: an absent value takes its field out. */
  function setField(name: string, field: unknown) {
    const { [name]: _before, ...others } = value.value
    // A field keeps its place while it is written.
    set(field === undefined ? others : { ...value.value, [name]: field })
  }

  function setText(next: string) {
    text.value = next
    const parsed = parseArguments(next)
    textError.value = parsed.textError
    if (parsed.value) value.value = parsed.value
  }

  /** Text that does not parse gives way to the arguments that the form shows. */
  function resetText() {
    set(value.value)
  }

  return { value, text, textError, set, setField, setText, resetText }
}

function parseArguments(text: string): { readonly value?: LabArguments, readonly textError: string | null } {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
      return { textError: 'Arguments must be a JSON object, such as {"path": "notes"}.' }
    }
    return { value: parsed as LabArguments, textError: null } // an object, as was just checked
  }
  catch (thrown) {
    return { textError: thrown instanceof Error ? thrown.message : 'Invalid JSON.' }
  }
}

/** `?run=&call=` in the address, as the inspector links here: reads that call's arguments from its run. */
export function useCallToRepeat(use: (input: LabArguments) => void) {
  const { run, call } = useRoute().query
  const api = useApi()
  const error = shallowRef<RequestError | null>(null)

  onMounted(async () => {
    if (typeof run !== 'string' || typeof call !== 'string') return
    try {
      const { view } = await api<{ view: RunView }>(`/api/runs/${encodeURIComponent(run)}`)
      const input = view.calls[call]?.arguments
      if (input) use(input)
    }
    catch (thrown) {
      error.value = readRequestError(thrown)
    }
  })

  return { error }
}
