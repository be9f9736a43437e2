import type { CapabilityOverride } from '#shared/model-capabilities'
import type { ModelPrices } from '#shared/model-prices'

export interface ModelOverrideRow {
  /** `<provider id>/<model id>`, or `<provider id>/*` for all models of a provider. */
  readonly model: string
  readonly capabilities: CapabilityOverride | null
  readonly prices: ModelPrices | null
  readonly updatedAt: string
}

export interface ModelOverrideStore {
  list(): Promise<readonly ModelOverrideRow[]>
  put(row: ModelOverrideRow): Promise<void>
  /** False when there was none. */
  remove(model: string): Promise<boolean>
}
