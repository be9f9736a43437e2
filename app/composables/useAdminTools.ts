import type { ToolListing, ToolPatch } from '#shared/tool'

/** Every tool with its switches. A change shows at once and is taken back, with the reason, when the server refuses it. */
export function useAdminTools() {
  const api = useApi()
  const { data, error, refresh } = useFetch<{ items: ToolListing[] }>('/api/tools', {
    key: 'admin-tools', server: false, lazy: true, $fetch: api as typeof $fetch, // the created one only adds a hook
  })
  const tools = computed(() => data.value?.items ?? [])
  const failure = computed(() => error.value ? readApiFailure(error.value) : null)
  /** By tool name: why its last change was not kept. */
  const refusals = ref<Record<string, string>>({})
  /** By tool name: said to screen readers and shown for the row that was changed last. */
  const saved = ref<string | null>(null)

  function replace(name: string, patch: ToolPatch) {
    if (!data.value) return
    data.value = { items: data.value.items.map(tool => tool.name === name ? { ...tool, ...patch } : tool) }
  }

  async function change(name: string, patch: ToolPatch) {
    const before = tools.value.find(tool => tool.name === name)
    if (!before) return
    const { [name]: _settled, ...others } = refusals.value
    refusals.value = others
    saved.value = null
    replace(name, patch)
    try {
      await api(`/api/tools/${encodeURIComponent(name)}`, { method: 'PATCH', body: patch })
      saved.value = name
    }
    catch (failed) {
      replace(name, {
        ...(patch.enabled === undefined ? {} : { enabled: before.enabled }),
        ...(patch.approval === undefined ? {} : { approval: before.approval }),
        ...(patch.strict === undefined ? {} : { strict: before.strict }),
      })
      refusals.value = { ...refusals.value, [name]: `Not saved, so it is back to what it was. ${readApiFailure(failed).message}` }
    }
  }

  const loading = computed(() => !data.value && !error.value)
  return { tools, loading, failure, refusals, saved, refresh, change }
}
