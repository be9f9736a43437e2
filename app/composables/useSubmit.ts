import type { RequestError } from '~/utils/read-api-error'

/** One form's sending: whether it is under way, and why it did not work. */
export function useSubmit<Input>(send: (input: Input) => Promise<unknown>) {
  const pending = ref(false)
  const error = shallowRef<RequestError | null>(null)

  async function submit(input: Input): Promise<boolean> {
    if (pending.value) return false
    const pressed = document.activeElement
    pending.value = true
    error.value = null
    try {
      await send(input)
      return true
    }
    catch (thrown) {
      error.value = readRequestError(thrown)
      return false
    }
    finally {
      pending.value = false
      // A button that is disabled while its form is sent loses focus by it.
      void focusAfterUpdate(() => document.activeElement === document.body && pressed instanceof HTMLElement ? pressed : null)
    }
  }

  useReconnect(() => {
    if (error.value?.isOffline) error.value = null
  })
  return { pending, error, submit }
}
