import type { ModelCatalogueListing, ModelListing, ModelProvider } from '#shared/provider'
import type { ModelInfo } from '#server/providers/provider'
import type { ModelOverrideRow } from '#server/ports/model-override-store'
import type { ConfiguredProvider } from './configured-provider'
import { describeModel } from './describe-model'
import { createModelAnswers, type ModelAnswers } from './model-answers'
import { findOverride } from './model-overrides'
import { findAdapter, type ProviderContext } from './provider-context'

interface ProviderModels { readonly provider: ModelProvider, readonly models: readonly ModelListing[] }

/** The models of all providers, asked from the vendors side by side and remembered for a while. */
export interface ModelCatalogue extends Pick<ModelAnswers, 'remember' | 'forget'> {
  list(providers: readonly ConfiguredProvider[]): Promise<ModelCatalogueListing>
}

export function createModelCatalogue(context: ProviderContext): ModelCatalogue {
  const { ask, askIfItFailed, remember, forget } = createModelAnswers(context)

  async function listOne(configured: ConfiguredProvider, overrides: readonly ModelOverrideRow[]): Promise<ProviderModels> {
    const { id, name } = configured
    const adapter = findAdapter(context, configured)
    if (!adapter) return { provider: { id, name, reason: 'Unknown provider kind.' }, models: [] }
    const { knownModels, needsKey } = adapter
    const typed = configured.models.map(model => describeTyped(model, knownModels))
    const isUsable = typed.length > 0 && (configured.hasKey || !needsKey)
    const answer = isUsable ? await askIfItFailed(configured) : await ask(configured)
    const models = typed.length > 0 ? typed : (answer.ok && answer.models) || knownModels
    const error = answer.ok ? undefined : { reason: answer.reason }
    return {
      provider: { id, name, ...error },
      models: models.map(model => ({
        ...describeModel(model, {
          adapter, adapters: context.adapters, configured, override: findOverride(overrides, id, model.id), at: context.now(),
        }),
        available: answer.ok || isUsable,
        ...error,
      })),
    }
  }

  return {
    list: async (providers) => {
      const overrides = await context.overrides.list()
      const listed = await Promise.all(providers.map(configured => listOne(configured, overrides)))
      return { items: listed.flatMap(({ models }) => models), providers: listed.map(({ provider }) => provider) }
    },
    remember,
    forget,
  }
}

/** Of a model that only its id is known of, tools are assumed: without them it would be of little use here. */
function describeTyped(id: string, knownModels: readonly ModelInfo[]): ModelInfo {
  return knownModels.find(model => model.id === id) ?? { id, name: id, capabilities: { tools: true, images: false, reasoning: false } }
}
