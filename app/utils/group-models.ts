import type { ModelListing } from '#shared/provider'

export interface ModelGroup { readonly provider: string, readonly models: readonly ModelListing[] }

export function groupModels(models: readonly ModelListing[]): readonly ModelGroup[] {
  return [...Map.groupBy(models, model => model.provider)].map(([provider, members]) => ({ provider, models: members }))
}

/** The model to begin with: the one used last while it is still there, else the first that works. */
export function pickModel(models: readonly ModelListing[], wanted: string | null | undefined): string | null {
  const known = models.find(model => model.id === wanted)
  // An id that is in no list was typed by hand: the provider decides whether it exists.
  if (wanted && (!known || known.available)) return wanted
  return models.find(model => model.available)?.id ?? null
}
