import type { CreatedToken, TokenInput, TokenListing } from '#shared/account'

/** The caller's API tokens. A secret exists in the browser only from its creation until the page is left. */
export function useTokens() {
  const api = useApi()
  const { data, error: fetchError, refresh } = useFetch<{ items: TokenListing[] }>('/api/tokens', {
    key: 'tokens', server: false, lazy: true, $fetch: api as typeof $fetch, // the created one only adds a hook
  })
  const tokens = computed(() => data.value?.items ?? [])
  const error = computed(() => fetchError.value ? readRequestError(fetchError.value) : null)
  const loading = computed(() => !data.value && !fetchError.value)
  const created = shallowRef<CreatedToken | null>(null)

  async function create(input: TokenInput) {
    created.value = await api<CreatedToken>('/api/tokens', { method: 'POST', body: input })
    await refresh()
  }

  async function revoke(id: string) {
    await api(`/api/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' })
    if (created.value?.id === id) created.value = null
    await refresh()
  }

  function forget() {
    created.value = null
  }

  useRefetchOnReconnect(fetchError, refresh)
  return { tokens, loading, error, created, refresh, create, revoke, forget }
}
