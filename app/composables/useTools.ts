import type { ToolListing } from '#shared/tool'

export function useTools() {
  const api = useApi()
  const { data, status, error, refresh } = useFetch<{ items: readonly ToolListing[] }>('/api/tools', {
    key: 'tools', server: false, lazy: true, $fetch: api as typeof $fetch, // the created one only adds a hook
  })
  const items = computed(() => data.value?.items ?? [])
  const byName = computed(() => new Map(items.value.map(tool => [tool.name, tool])))
  useRefetchOnReconnect(error, refresh)
  return { items, byName, status, error, refresh }
}
