import type { Config } from '#server/config'
import { AppError, notFound } from '#server/errors'
import type { AuditFact } from '#server/ports/audit-fact'
import type { ModelOverrideStore } from '#server/ports/model-override-store'
import type { ProviderStore } from '#server/ports/provider-store'
import type { Provider } from '#server/providers/provider'
import { fromEnvironment, fromRegister, fromRow, type ConfiguredProvider } from './configured-provider'
import type { SecretFilter } from './hide-key'
import type { SecretBox } from './secret-box'

/** What the provider settings work with. */
export interface ProviderContext extends SecretFilter {
  readonly store: ProviderStore
  readonly overrides: ModelOverrideStore
  readonly secretBox: SecretBox
  readonly adapters: readonly Provider[]
  readonly config: Pick<Config, 'providers'>
  readonly audit: { record(fact: AuditFact): Promise<unknown> }
  readonly now: () => Date
  /** How long the vendor may take to list its models, in a list and in a check. */
  readonly timeouts?: { readonly listMs: number, readonly checkMs: number }
}

/** An admin's provider stands in front of one of the same id in the environment: it was added on purpose. */
export async function listConfigured({ store, secretBox, config, adapters }: ProviderContext): Promise<readonly ConfiguredProvider[]> {
  const own = (await store.list()).map(row => fromRow(row, secretBox))
  const usedIds = new Set(own.map(provider => provider.id))
  return [...own, ...fromEnvironment(config).filter(({ id }) => !usedIds.has(id)), ...fromRegister(adapters)]
}

export async function findConfigured(context: ProviderContext, id: string): Promise<ConfiguredProvider> {
  const found = (await listConfigured(context)).find(provider => provider.id === id)
  if (!found) throw notFound('provider')
  return found
}

/** Absent where an earlier version stored a kind that is no longer registered. */
export function findAdapter(
  { adapters }: Pick<ProviderContext, 'adapters'>, { kind }: Pick<ConfiguredProvider, 'kind'>,
): Provider | undefined {
  return adapters.find(({ setup }) => setup.kind === kind)
}

export function requireAdapter(context: Pick<ProviderContext, 'adapters'>, { kind }: Pick<ConfiguredProvider, 'kind'>): Provider {
  const adapter = findAdapter(context, { kind })
  if (!adapter) throw new AppError('misconfigured', `No adapter is registered for providers of the kind "${kind}".`)
  return adapter
}
