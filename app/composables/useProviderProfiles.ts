import type { ProviderKind, ProviderProfile } from '#shared/provider'

/** Kinds of server behind an address, as the server lists them. */
export function useProviderProfiles() {
  const api = useApi()
  const { data } = useFetch<{ items: ProviderProfile[] }>('/api/provider-profiles', {
    key: 'provider-profiles', server: false, lazy: true, $fetch: api as typeof $fetch, // the created one only adds a hook
  })
  return { profilesOf: (kind: ProviderKind) => (data.value?.items ?? []).filter(profile => profile.kind === kind) }
}
