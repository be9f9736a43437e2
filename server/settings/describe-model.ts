import type { BandedPrices } from '#shared/model-prices'
import type { ModelListing, ModelOverride } from '#shared/provider'
import type { ModelInfo, Provider } from '#server/providers/provider'
import type { ConfiguredProvider } from './configured-provider'
import { findShippedPrices } from './price-table'

interface DescribedBy {
  readonly adapter: Provider
  /** All that are registered: any of them may know the id as one of its vendor's, served by somebody else. */
  readonly adapters: readonly Provider[]
  readonly configured: ConfiguredProvider
  readonly override: ModelOverride
  readonly at: Date
}

/** A model with all that is known of it: from its vendor, from our tables, and before both from an admin. */
export function describeModel(model: ModelInfo, known: DescribedBy): Omit<ModelListing, 'available' | 'reason'> {
  const { adapter, configured, override } = known
  const { baseUrl, profile } = configured
  const { sameAs = model.id, tools, images, reasoning, ...own } = override.capabilities ?? {}
  const support = adapter.supportOf(sameAs, { baseUrl, profile })
  const contextWindow = own.contextWindow ?? model.contextWindow ?? support.contextWindow
  return {
    id: `${configured.id}/${model.id}`,
    provider: configured.id,
    name: model.name === model.id ? nameModel(model.id, known.adapters) : model.name,
    ...(contextWindow !== undefined && { contextWindow }),
    capabilities: {
      tools: tools ?? model.capabilities.tools,
      images: images ?? model.capabilities.images,
      reasoning: reasoning ?? model.capabilities.reasoning,
    },
    settings: { ...support, ...own },
    prices: findPrices(model.id, known),
    ...(configured.origin === 'built-in' && { builtIn: true as const }),
    ...(Object.keys(override).length > 0 && { override }),
  }
}

/** The first adapter that takes the id for its vendor's own names it; otherwise the id is the name. */
function nameModel(id: string, adapters: readonly Provider[]): string {
  return adapters.map(adapter => adapter.nameModel?.(id)).find(name => name !== undefined) ?? id
}

/** An admin's price, or the shipped one of the address that is called. */
export function findPrices(modelId: string, { adapter, configured, override, at }: Omit<DescribedBy, 'adapters'>): BandedPrices | null {
  return override.prices ?? findShippedPrices(configured.baseUrl ?? adapter.officialBaseUrl, override.capabilities?.sameAs ?? modelId, at)
}
