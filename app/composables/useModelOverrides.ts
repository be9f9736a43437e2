import type { ModelListing, ModelOverride, ModelOverrideInput } from '#shared/provider'

/** The models with their default values, and the values that an administrator has set. */
export function useModelOverrides() {
  const api = useApi()
  const client = api as typeof $fetch // the created one only adds a hook
  const models = useFetch<{ items: ModelListing[] }>(
    '/api/models', { key: 'admin-provider-models', server: false, lazy: true, $fetch: client },
  )
  const overrides = useFetch<{
    items: (ModelOverride & { model: string })[]
    pricesAsOf: string
  }>('/api/model-overrides', { key: 'admin-model-overrides', server: false, lazy: true, $fetch: client })

  /** Day of the prices that came with Patchbay. */
  const pricesAsOf = computed(() => overrides.data.value?.pricesAsOf)
  const byModel = computed(() => new Map((overrides.data.value?.items ?? []).map(item => [item.model, item])))
  const modelsOf = (providerId: string) => (models.data.value?.items ?? []).filter(model => model.provider === providerId)

  async function reload() {
    await Promise.all([models.refresh(), overrides.refresh()])
  }

  async function save(input: ModelOverrideInput) {
    await api('/api/model-overrides', { method: 'PUT', body: input })
    await reload()
  }

  async function reset(model: string) {
    await api('/api/model-overrides', { method: 'DELETE', query: { model } })
    await reload()
  }

  return { modelsOf, byModel, pricesAsOf, save, reset }
}
