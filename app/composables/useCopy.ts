import { useClipboard } from '@vueuse/core'

/** Copies text and reports it for two seconds; also over plain http, where the browser hides its clipboard interface. */
export function useCopy() {
  const { copy, copied } = useClipboard({ copiedDuring: 2000, legacy: true })
  return { isCopied: copied, copy: (text: string) => copy(text) }
}
