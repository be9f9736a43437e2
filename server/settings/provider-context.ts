import type { Config } from '#server/config'
import { AppError, notFound } from '#server/errors'
import type { AuditFact } from '#server/ports/audit-fact'
import type { ModelOverrideStore } from '#server/ports/model-override-store'
import type { ProviderStore } from '#server/ports/provider-store'
import type { Provider } from '#server/providers/provider'
import { ADAPTER_IDS, DEMO_PROVIDER, fromEnvironment, fromRow, type ConfiguredProvider } from './configured-provider'
import type { SecretBox } from './secret-box'

/** What the provider settings work with. */
export interface ProviderContext {
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
export async function listConfigured({ store, secretBox, config }: ProviderContext): Promise<readonly ConfiguredProvider[]> {
  const own = (await store.list()).map(row => fromRow(row, secretBox))
  const taken = new Set(own.map(provider => provider.id))
  return [...own, ...fromEnvironment(config).filter(({ id }) => !taken.has(id)), DEMO_PROVIDER]
}

export async function findConfigured(context: ProviderContext, id: string): Promise<ConfiguredProvider> {
  const found = (await listConfigured(context)).find(provider => provider.id === id)
  if (!found) throw notFound('provider')
  return found
}

export function findAdapter({ adapters }: ProviderContext, { kind }: Pick<ConfiguredProvider, 'kind'>): Provider {
  const adapter = adapters.find(({ id }) => id === ADAPTER_IDS[kind])
  if (!adapter) throw new AppError('misconfigured', `No adapter is registered for providers of the kind "${kind}".`)
  return adapter
}
