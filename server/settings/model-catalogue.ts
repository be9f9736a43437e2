import type { ModelCatalogueListing, ModelListing, ModelProvider } from '#shared/provider'
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

interface ProviderModels { readonly provider: ModelProvider, readonly models: readonly ModelListing[] }

/** The models of all providers, asked from the vendors side by side and remembered for a while. */
export interface ModelCatalogue {
  list(providers: readonly ConfiguredProvider[]): Promise<ModelCatalogueListing>
  /** What came of asking a provider elsewhere. */
  remember(configured: ConfiguredProvider, answer: ModelAnswer): void
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
    entry.keptUntil = keepUntil(await answer)
    return answer
  }

  function keepUntil({ ok }: ModelAnswer): number {
    return context.now().getTime() + (ok ? KEPT_MS : FAILURE_KEPT_MS)
  }

  /** Where nothing has to be asked, only a failure that is known already counts: whether it still holds is asked again. */
  async function askIfItFailed(configured: ConfiguredProvider): Promise<ModelAnswer> {
    const known = entries.get(configured.id)
    if (known?.revision !== configured.revision || (await known.answer).ok) return { ok: true, models: null }
    return ask(configured)
  }

  async function listOne(configured: ConfiguredProvider, overrides: readonly ModelOverrideRow[]): Promise<ProviderModels> {
    const { id, name } = configured
    const adapter = findAdapter(context, configured)
    if (!adapter) return { provider: { id, name, reason: 'This version of Patchbay does not know its kind.' }, models: [] }
    const { knownModels, needsKey } = adapter
    const typed = configured.models.map(model => describeTyped(model, knownModels))
    const isUsable = typed.length > 0 && (configured.hasKey || !needsKey)
    const answer = isUsable ? await askIfItFailed(configured) : await ask(configured)
    const models = typed.length > 0 ? typed : (answer.ok && answer.models) || knownModels
    const state = { available: answer.ok || isUsable, ...(!answer.ok && { reason: answer.reason }) }
    return {
      provider: { id, name, ...(!answer.ok && { reason: answer.reason }) },
      models: models.map(model => ({ ...describeModel(model, { adapter, configured, override: findOverride(overrides, id, model.id), at: context.now() }), ...state })),
    }
  }

  return {
    list: async (providers) => {
      const overrides = await context.overrides.list()
      const listed = await Promise.all(providers.map(configured => listOne(configured, overrides)))
      return { items: listed.flatMap(({ models }) => models), providers: listed.map(({ provider }) => provider) }
    },
    remember: ({ id, revision }, answer) => {
      entries.set(id, { revision, answer: Promise.resolve(answer), keptUntil: keepUntil(answer) })
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
