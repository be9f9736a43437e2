import type {
  ModelCatalogueListing, ProviderCheck, ProviderInput, ProviderKindListing, ProviderListing, ProviderPatch,
} from '#shared/provider'
import { AppError, notFound } from '#server/errors'
import type { AuditFact } from '#server/ports/audit-fact'
import type { ProviderRow } from '#server/ports/provider-store'
import type { ResolvedModel } from '#server/providers/provider'
import { askForModels } from './ask-for-models'
import { type ConfiguredProvider, fromRegister, fromRow, toListing } from './configured-provider'
import { createModelCatalogue } from './model-catalogue'
import { createModelOverrides, type ModelOverrides } from './model-overrides'
import { chooseProviderId, createRow, patchRow } from './provider-changes'
import { findAdapter, findConfigured, listConfigured, type ProviderContext, requireAdapter } from './provider-context'
import { findKeyVariable, listKinds, requireAddable } from './provider-kinds'
import { resolveModel } from './resolve-model'

const CHECK_TIMEOUT_MS = 10_000

/** The user who changes a provider, as the audit names them. */
type Changer = NonNullable<AuditFact['actor']>

/** The providers of this Patchbay and their models. No key ever leaves it but towards its own vendor. */
export interface ProviderService extends ModelOverrides {
  list(): Promise<readonly ProviderListing[]>
  create(actor: Changer, input: ProviderInput): Promise<ProviderListing>
  update(actor: Changer, id: string, patch: ProviderPatch): Promise<ProviderListing>
  remove(actor: Changer, id: string): Promise<void>
  /** Asks the vendor right now whether address and key work. */
  check(id: string): Promise<ProviderCheck>
  resolveModel(model: string): Promise<ResolvedModel>
  listModels(): Promise<ModelCatalogueListing>
  /** What an admin may add. */
  listKinds(): readonly ProviderKindListing[]
}

export function createProviderService(context: ProviderContext): ProviderService {
  const { store, secretBox, adapters } = context
  const catalogue = createModelCatalogue(context)
  const show = (configured: ConfiguredProvider) => toListing(configured, findAdapter(context, configured))

  return {
    list: async () => (await listConfigured(context)).map(show),
    async create(actor, input) {
      const row = await insert(context, input)
      await record(context, { kind: 'provider.created', actor, row, keyChanged: input.apiKey !== undefined })
      return show(fromRow(row, secretBox))
    },
    async update(actor, id, patch) {
      const before = await findOwnRow(context, id)
      const row = patchRow(before, patch, { adapter: requireAdapter(context, before), secretBox, at: context.now().toISOString() })
      await store.update(row)
      catalogue.forget(id)
      await record(context, { kind: 'provider.updated', actor, row, keyChanged: patch.apiKey !== undefined })
      return show(fromRow(row, secretBox))
    },
    async remove(actor, id) {
      const row = await findOwnRow(context, id)
      if (!await store.remove(id)) throw notFound('provider')
      catalogue.forget(id)
      await record(context, { kind: 'provider.deleted', actor, row })
    },
    async check(id) {
      const configured = await findConfigured(context, id)
      const answer = await askForModels(context, configured, context.timeouts?.checkMs ?? CHECK_TIMEOUT_MS)
      catalogue.remember(configured, answer)
      if (!answer.ok) return { ok: false, message: answer.reason, models: 0 }
      if (!answer.models) return { ok: true, message: 'No models listed. Add model IDs to the provider.', models: 0 }
      const { length } = answer.models
      return { ok: true, message: `${length} ${length === 1 ? 'model' : 'models'} available.`, models: length }
    },
    resolveModel: model => resolveModel(context, model),
    listModels: async () => catalogue.list(await listConfigured(context)),
    listKinds: () => listKinds(adapters),
    ...createModelOverrides(context),
  }
}

async function insert(context: ProviderContext, input: ProviderInput): Promise<ProviderRow> {
  const adapter = requireAddable(context.adapters, input.kind)
  const at = context.now().toISOString()
  const usedIds = new Set((await listConfigured(context)).map(({ id }) => id))
  // Two admins may choose the same name at the same moment; the second gets the next id.
  for (;;) {
    const row = createRow(input, chooseProviderId(input.name, usedIds), { adapter, secretBox: context.secretBox, at })
    if (await context.store.create(row)) return row
    usedIds.add(row.id)
  }
}

async function findOwnRow({ store, config, adapters }: ProviderContext, id: string): Promise<ProviderRow> {
  const row = await store.find(id)
  if (row) return row
  if (fromRegister(adapters).some(provider => provider.id === id)) {
    throw new AppError('conflict', `The ${id} provider is built in and cannot be changed.`)
  }
  if (!config.providers.some(provider => provider.id === id)) throw notFound('provider')
  throw new AppError(
    'conflict',
    `"${id}" comes from the environment. Change ${findKeyVariable(adapters, id)
    ?? 'its variables'} and restart, or add a provider of your own.`,
  )
}

interface Change { readonly kind: AuditFact['kind'], readonly actor: Changer, readonly row: ProviderRow, readonly keyChanged?: boolean }

async function record({ audit, now }: ProviderContext, { kind, actor, row, keyChanged }: Change): Promise<void> {
  const { id, name, baseUrl, models } = row
  await audit.record({
    kind, at: now().toISOString(), actor, success: true, input: { id, kind: row.kind, name, baseUrl, models, keyChanged },
  })
}
