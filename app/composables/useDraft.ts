import { useLocalStorage } from '@vueuse/core'

/**
 * What a person typed and did not send, by chat or by call: it survives navigation, reload and a closed tab, and is not shown
 * to the next person at this browser. An empty one is not kept.
 */
export function useDraft(key: string) {
  const storageKey = `patchbay:draft:${useSession().user.value?.id}:${key}`
  const stored = useLocalStorage<string | null>(storageKey, null, { initOnMounted: true })
  const draft = computed({
    get: () => stored.value ?? '',
    set: (text) => {
      stored.value = text || null
    },
  })

  /** Gives back a text that could not be sent, unless another one was begun. */
  function putBack(text: string) {
    if (draft.value) return
    draft.value = text
    // The draft is no longer watched after an ended session has led to the sign-in page.
    localStorage.setItem(storageKey, text)
  }

  return { draft, putBack }
}
