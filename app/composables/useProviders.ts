import type {
  ModelCatalogueListing, ModelListing, ModelProvider, ProviderCheck, ProviderInput, ProviderListing, ProviderPatch, ProviderKind,
  ProviderKindListing,
} from '#shared/provider'
import type { RequestError } from '~/utils/read-api-error'

export type ProviderCheckState
  = { readonly state: 'checking' }
    | { readonly state: 'answered', readonly check: ProviderCheck }
    | { readonly state: 'failed', readonly error: RequestError }

/** Where models come from. Keys go in through here and never come back. */
export function useProviders() {
  const api = useApi()
  const client = api as typeof $fetch // the created one only adds a hook
  const {
    data, error: fetchError, refresh,
  } = useFetch<{ items: ProviderListing[] }>('/api/providers', { key: 'admin-providers', server: false, lazy: true, $fetch: client })
  const models = useFetch<ModelCatalogueListing>('/api/models', { key: 'admin-provider-models', server: false, lazy: true, $fetch: client })
  const ownChecks = ref<Record<string, ProviderCheckState>>({})
  /** By provider id: what was checked from here, else the error that the server knows of. */
  const checks = computed<Readonly<Record<string, ProviderCheckState>>>(
    () => ({ ...knownErrors(models.data.value?.providers ?? []), ...ownChecks.value }),
  )

  const providers = computed(() => data.value?.items ?? [])
  const error = computed(() => fetchError.value ? readRequestError(fetchError.value) : null)
  const loading = computed(() => !data.value && !fetchError.value)
  /** By provider id; absent until the model list has arrived. */
  const modelCounts = computed(() => models.data.value && countByProvider(models.data.value.items))

  async function reload() {
    await Promise.all([refresh(), models.refresh()])
  }

  async function check(id: string) {
    ownChecks.value = { ...ownChecks.value, [id]: { state: 'checking' } }
    ownChecks.value = { ...ownChecks.value, [id]: await ask(id) }
    await models.refresh()
  }

  async function ask(id: string): Promise<ProviderCheckState> {
    try {
      return { state: 'answered', check: await api<ProviderCheck>(`/api/providers/${encodeURIComponent(id)}/check`, { method: 'POST' }) }
    }
    catch (failed) {
      return { state: 'failed', error: readRequestError(failed) }
    }
  }

  /** Checks the provider after saving, so that a wrong key is reported here and not in the first chat. */
  async function add(input: ProviderInput): Promise<ProviderListing> {
    const added = await api<ProviderListing>('/api/providers', { method: 'POST', body: input })
    await refresh()
    void check(added.id)
    return added
  }

  async function update(id: string, patch: ProviderPatch) {
    await api(`/api/providers/${encodeURIComponent(id)}`, { method: 'PATCH', body: patch })
    await refresh()
    void check(id)
  }

  async function remove(id: string) {
    await api(`/api/providers/${encodeURIComponent(id)}`, { method: 'DELETE' })
    await reload()
  }

  useReconnect(() => {
    // A check that got no answer from this server says nothing about the provider.
    ownChecks.value = Object.fromEntries(Object.entries(ownChecks.value).filter(([, { state }]) => state !== 'failed'))
    if (fetchError.value || models.error.value) void reload()
  })
  return { providers, loading, error, modelCounts, checks, refresh: reload, check, add, update, remove }
}

function knownErrors(providers: readonly ModelProvider[]): Record<string, ProviderCheckState> {
  return Object.fromEntries(
    providers.flatMap(({ id, reason }) => reason ? [[id, { state: 'answered', check: { ok: false, message: reason, models: 0 } }]] : []),
  )
}

function countByProvider(models: readonly ModelListing[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const model of models) counts[model.provider] = (counts[model.provider] ?? 0) + 1
  return counts
}

/** The kinds of providers that can be added, as the server describes them. */
export function useProviderKinds() {
  const api = useApi()
  const { data, error: fetchError, refresh } = useFetch<{ items: ProviderKindListing[] }>('/api/provider-kinds', {
    key: 'provider-kinds', server: false, lazy: true, $fetch: api as typeof $fetch, // the created one only adds a hook
  })
  const kinds = computed(() => data.value?.items ?? [])
  const error = computed(() => fetchError.value ? readRequestError(fetchError.value) : null)
  useRefetchOnReconnect(fetchError, refresh)
  return { kinds, error, refresh, findKind: (kind: ProviderKind) => kinds.value.find(one => one.kind === kind) }
}
