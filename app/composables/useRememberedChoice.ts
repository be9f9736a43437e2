const YEAR_SECONDS = 60 * 60 * 24 * 365

/** A choice about the frame that outlasts the page; `null` until one was made. Kept in a cookie, so that the server draws the page as it was left. */
export function useRememberedChoice(name: string) {
  const cookie = `patchbay-${name}`
  const choice = useState<boolean | null>(cookie, () => import.meta.server ? useCookie<boolean | null>(cookie).value ?? null : null)

  return computed({
    get: () => choice.value,
    set: (value) => {
      choice.value = value
      document.cookie = `${cookie}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
    },
  })
}
