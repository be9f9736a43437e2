import { useLocalStorage } from '@vueuse/core'

/** What was typed and not sent, by chat: it survives navigation, reload and a closed tab. */
export function useDraft(key: string) {
  return useLocalStorage(`patchbay:draft:${key}`, '', { initOnMounted: true })
}
