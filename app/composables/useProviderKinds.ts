import type { ProviderKind, ProviderKindListing } from '#shared/provider'

/** What can be added, in the server's own words. */
export function useProviderKinds() {
  const api = useApi()
  const { data, error, refresh } = useFetch<{ items: ProviderKindListing[] }>('/api/provider-kinds', {
    key: 'provider-kinds', server: false, lazy: true, $fetch: api as typeof $fetch, // the created one only adds a hook
  })
  const kinds = computed(() => data.value?.items ?? [])
  const failure = computed(() => error.value ? readApiFailure(error.value) : null)
  return { kinds, failure, refresh, findKind: (kind: ProviderKind) => kinds.value.find(one => one.kind === kind) }
}
