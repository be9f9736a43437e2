import type { ModelListing, ModelProvider } from '#shared/provider'

export interface ModelGroup {
  readonly provider: string
  readonly name: string
  /** Why the provider gave no answer when it was last asked. */
  readonly reason?: string
  readonly models: readonly ModelListing[]
}

/** One group for each provider, also for one without models: why it has none is worth knowing. */
export function groupModels(models: readonly ModelListing[], providers: readonly ModelProvider[]): readonly ModelGroup[] {
  const members = Map.groupBy(models, model => model.provider)
  return providers.map(({ id, name, reason }) => ({ provider: id, name, reason, models: members.get(id) ?? [] }))
}

/** The groups with what fits the search, in a model or in the name of its provider. */
export function findModels(groups: readonly ModelGroup[], search: string): readonly ModelGroup[] {
  const wanted = search.trim().toLowerCase()
  const fits = (...texts: readonly string[]) => texts.join(' ').toLowerCase().includes(wanted)
  return groups.flatMap((group) => {
    const models = group.models.filter(({ id, name }) => fits(id, name, group.name))
    const isShown = models.length > 0 || (group.models.length === 0 && fits(group.provider, group.name))
    return isShown ? [{ ...group, models }] : []
  })
}

/** Any `provider/model` may be used, listed or not: vendors add models faster than lists follow. */
export function findUnlisted(groups: readonly ModelGroup[], search: string): string | null {
  const id = search.trim()
  const isListed = groups.some(group => group.models.some(model => model.id === id))
  return /^[^/\s]+\/\S+$/.test(id) && !isListed ? id : null
}

/** What Enter picks: the model with exactly this id, else the first that fits and is available. */
export function pickBySearch(groups: readonly ModelGroup[], search: string): string | undefined {
  const available = findModels(groups, search).flatMap(group => group.models).filter(model => model.available)
  return (available.find(model => model.id === search.trim()) ?? available[0])?.id
}

/** The model to begin with: the one used last while it is still there, else the first that works. */
export function pickModel(models: readonly ModelListing[], wanted: string | null | undefined): string | null {
  const known = models.find(model => model.id === wanted)
  // An id that is in no list was typed by hand: the provider decides whether it exists.
  if (wanted && (!known || known.available)) return wanted
  return models.find(model => model.available)?.id ?? null
}
