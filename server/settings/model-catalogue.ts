import type { ModelListing } from '#shared/provider'
import type { ModelInfo } from '#server/providers/provider'
import { askForModels, type ModelAnswer } from './ask-for-models'
import type { ModelOverrideRow } from '#server/ports/model-override-store'
import type { ConfiguredProvider } from './configured-provider'
import { describeModel } from './describe-model'
import { findOverride } from './model-overrides'
import { findAdapter, type ProviderContext } from './provider-context'

const KEPT_MS = 5 * 60 * 1000
/** A vendor that was away is asked again sooner, but not by each page that opens. */
const FAILURE_KEPT_MS = 30 * 1000
const LIST_TIMEOUT_MS = 3000

interface Entry { readonly revision: string, readonly answer: Promise<ModelAnswer>, keptUntil: number }

/** The models of all providers, asked from the vendors side by side and remembered for a while. */
export interface ModelCatalogue {
  list(providers: readonly ConfiguredProvider[]): Promise<readonly ModelListing[]>
  forget(providerId: string): void
}

export function createModelCatalogue(context: ProviderContext): ModelCatalogue {
  const entries = new Map<string, Entry>()

  async function ask(configured: ConfiguredProvider): Promise<ModelAnswer> {
    const known = entries.get(configured.id)
    if (known?.revision === configured.revision && context.now().getTime() < known.keptUntil) return known.answer
    const answer = askForModels(context, configured, context.timeouts?.listMs ?? LIST_TIMEOUT_MS)
    // Until it is answered, everyone waits for the same question.
    const entry: Entry = { revision: configured.revision, answer, keptUntil: Number.POSITIVE_INFINITY }
    entries.set(configured.id, entry)
    const { ok } = await answer
    entry.keptUntil = context.now().getTime() + (ok ? KEPT_MS : FAILURE_KEPT_MS)
    return answer
  }

  async function listOne(configured: ConfiguredProvider, overrides: readonly ModelOverrideRow[]): Promise<readonly ModelListing[]> {
    const adapter = findAdapter(context, configured)
    if (!adapter) return []
    const { knownModels, needsKey } = adapter
    const toListing = (model: ModelInfo, reason?: string): ModelListing => ({
      ...describeModel(model, { adapter, configured, override: findOverride(overrides, configured.id, model.id), at: context.now() }),
      available: reason === undefined,
      reason,
    })
    if (configured.models.length > 0 && (configured.hasKey || !needsKey)) {
      return configured.models.map(id => toListing(describeTyped(id, knownModels)))
    }
    const answer = await ask(configured)
    const models = configured.models.length > 0
      ? configured.models.map(id => describeTyped(id, knownModels))
      : (answer.ok && answer.models) || knownModels
    return models.map(model => toListing(model, answer.ok ? undefined : answer.reason))
  }

  return {
    list: async (providers) => {
      const overrides = await context.overrides.list()
      return (await Promise.all(providers.map(configured => listOne(configured, overrides)))).flat()
    },
    forget: (providerId) => {
      entries.delete(providerId)
    },
  }
}

/** Of a model that only its id is known of, tools are assumed: without them it would be of little use here. */
function describeTyped(id: string, knownModels: readonly ModelInfo[]): ModelInfo {
  return knownModels.find(model => model.id === id) ?? { id, name: id, capabilities: { tools: true, images: false, reasoning: false } }
}
