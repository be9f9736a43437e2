const SHOWN_MS = 2000

/** Copies text and says so for two seconds. */
export function useCopy() {
  const isCopied = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function copy(text: string) {
    await navigator.clipboard.writeText(text)
    isCopied.value = true
    clearTimeout(timer)
    timer = setTimeout(() => isCopied.value = false, SHOWN_MS)
  }
  onScopeDispose(() => clearTimeout(timer))
  return { isCopied, copy }
}
