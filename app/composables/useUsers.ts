import type { UserInput, UserListing, UserPatch } from '#shared/account'

/** Everybody who may sign in. Passwords go in through here and never come back. */
export function useUsers() {
  const api = useApi()
  const { data, error: fetchError, refresh } = useFetch<{ items: UserListing[] }>('/api/users', {
    key: 'admin-users', server: false, lazy: true, $fetch: api as typeof $fetch, // the created one only adds a hook
  })
  const users = computed(() => data.value?.items ?? [])
  const error = computed(() => fetchError.value ? readRequestError(fetchError.value) : null)
  const loading = computed(() => !data.value && !fetchError.value)

  async function add(input: UserInput): Promise<UserListing> {
    const added = await api<UserListing>('/api/users', { method: 'POST', body: input })
    await refresh()
    return added
  }

  async function update(id: string, patch: UserPatch): Promise<void> {
    await api(`/api/users/${encodeURIComponent(id)}`, { method: 'PATCH', body: patch })
    await refresh()
  }

  async function remove(id: string): Promise<void> {
    await api(`/api/users/${encodeURIComponent(id)}`, { method: 'DELETE' })
    await refresh()
  }

  useRefetchOnReconnect(fetchError, refresh)
  return { users, loading, error, refresh, add, update, remove }
}
