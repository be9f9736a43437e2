import type { ModelCatalogueListing } from '#shared/provider'

export function useModels() {
  const api = useApi()
  const { data, status, error, refresh } = useFetch<ModelCatalogueListing>('/api/models', {
    key: 'models', server: false, lazy: true, $fetch: api as typeof $fetch, // the created one only adds a hook
  })
  const items = computed(() => data.value?.items ?? [])
  const names = computed<ReadonlyMap<string, string>>(() => new Map(items.value.map(({ id, name }) => [id, name])))
  /** An id that is in no list is its own name. */
  const nameOf = (id: string) => names.value.get(id) ?? id
  const providers = computed(() => data.value?.providers ?? [])
  const isOnlyDemo = computed(() => {
    const available = items.value.filter(model => model.available)
    return available.length > 0 && available.every(model => model.builtIn)
  })
  useRefetchOnReconnect(error, refresh)
  return { items, nameOf, providers, isOnlyDemo, status, error, refresh }
}
