import type { ApiFailure } from '~/utils/read-api-error'

/** One form's sending: whether it is under way, and why it did not work. */
export function useSubmit<Input>(send: (input: Input) => Promise<unknown>) {
  const pending = ref(false)
  const failure = shallowRef<ApiFailure | null>(null)

  async function submit(input: Input): Promise<boolean> {
    if (pending.value) return false
    const pressed = document.activeElement
    pending.value = true
    failure.value = null
    try {
      await send(input)
      return true
    }
    catch (error) {
      failure.value = readApiFailure(error)
      return false
    }
    finally {
      pending.value = false
      // A button that is disabled while its form is sent loses focus by it.
      void focusAfterUpdate(() => document.activeElement === document.body && pressed instanceof HTMLElement ? pressed : null)
    }
  }

  return { pending, failure, submit }
}
