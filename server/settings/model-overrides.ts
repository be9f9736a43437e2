import type { ModelOverride, ModelOverrideInput } from '#shared/provider'
import { AppError, notFound } from '#server/errors'
import type { AuditFact } from '#server/ports/audit-fact'
import type { ModelOverrideRow } from '#server/ports/model-override-store'
import { PRICES_AS_OF } from './price-table'
import { listConfigured, type ProviderContext } from './provider-context'

interface ModelOverrideListing extends ModelOverride {
  readonly model: string
  readonly updatedAt: string
}

type Changer = NonNullable<AuditFact['actor']>

/** What admins know better about models than the shipped tables. */
export interface ModelOverrides {
  /** ISO date of the shipped prices. */
  readonly pricesAsOf: string
  listModelOverrides(): Promise<readonly ModelOverrideListing[]>
  /** Replaces the earlier values; both are audited. */
  putModelOverride(actor: Changer, input: ModelOverrideInput): Promise<ModelOverrideListing>
  removeModelOverride(actor: Changer, model: string): Promise<void>
}

export function createModelOverrides(context: ProviderContext): ModelOverrides {
  const { overrides, audit, now } = context
  return {
    pricesAsOf: PRICES_AS_OF,
    listModelOverrides: async () => (await overrides.list()).map(toListing),
    async putModelOverride(actor, { model, capabilities, prices }) {
      await rejectUnknownProvider(context, model)
      const at = now().toISOString()
      const before = (await overrides.list()).find(row => row.model === model)
      const row: ModelOverrideRow = { model, capabilities: capabilities ?? null, prices: prices ?? null, updatedAt: at }
      await overrides.put(row)
      await audit.record({
        kind: 'model.updated', at, actor, success: true, input: { before: before && toChange(before), ...toChange(row) },
      })
      return toListing(row)
    },
    async removeModelOverride(actor, model) {
      if (!await overrides.remove(model)) throw notFound('change to a model')
      await audit.record({ kind: 'model.reset', at: now().toISOString(), actor, success: true, input: { model } })
    },
  }
}

/** What was said of the model itself, and where that is silent, of all models of its provider. */
export function findOverride(rows: readonly ModelOverrideRow[], providerId: string, modelId: string): ModelOverride {
  const [own, all] = [modelId, '*'].map(id => rows.find(row => row.model === `${providerId}/${id}`))
  const capabilities = own?.capabilities ?? all?.capabilities
  const prices = own?.prices ?? all?.prices
  return { ...(capabilities && { capabilities }), ...(prices && { prices }) }
}

async function rejectUnknownProvider(context: ProviderContext, model: string): Promise<void> {
  const ids = (await listConfigured(context)).map(({ id }) => id)
  const [providerId = ''] = model.split('/')
  if (!ids.includes(providerId)) {
    throw new AppError('invalid-request', `There is no provider "${providerId}". Known providers: ${ids.join(', ')}.`)
  }
}

function toListing({ model, capabilities, prices, updatedAt }: ModelOverrideRow): ModelOverrideListing {
  return { model, ...(capabilities && { capabilities }), ...(prices && { prices }), updatedAt }
}

function toChange({ model, capabilities, prices }: ModelOverrideRow) {
  return { model, capabilities, prices }
}
