import type { ToolListing, ToolPatch } from '#shared/tool'
import { OFFLINE } from '~/utils/read-api-error'

/** Every tool with its switches. A change shows at once, and is rolled back with an error if the server rejects it. */
export function useAdminTools() {
  const api = useApi()
  const { data, error: fetchError, refresh } = useFetch<{ items: ToolListing[] }>('/api/tools', {
    key: 'admin-tools', server: false, lazy: true, $fetch: api as typeof $fetch, // the created one only adds a hook
  })
  const tools = computed(() => data.value?.items ?? [])
  const error = computed(() => fetchError.value ? readRequestError(fetchError.value) : null)
  /** By tool name: why its last change was not kept. */
  const saveErrors = ref<Record<string, string>>({})
  /** By tool name: announced to screen readers and shown in the row that was changed last. */
  const saved = ref<string | null>(null)

  function replace(name: string, patch: ToolPatch) {
    if (!data.value) return
    data.value = { items: data.value.items.map(tool => tool.name === name ? { ...tool, ...patch } : tool) }
  }

  async function change(name: string, patch: ToolPatch) {
    const before = tools.value.find(tool => tool.name === name)
    if (!before) return
    const { [name]: _settled, ...others } = saveErrors.value
    saveErrors.value = others
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
      saveErrors.value = { ...saveErrors.value, [name]: `Could not save. ${readRequestError(failed).message}` }
    }
  }

  useRefetchOnReconnect(fetchError, refresh)
  useReconnect(() => {
    saveErrors.value = Object.fromEntries(Object.entries(saveErrors.value).filter(([, text]) => !text.endsWith(OFFLINE.message)))
  })
  const loading = computed(() => !data.value && !fetchError.value)
  return { tools, loading, error, saveErrors, saved, refresh, change }
}
