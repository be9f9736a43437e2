import type { ProviderListing } from '#shared/provider'
import type { Config } from '#server/config'
import type { ProviderRow } from '#server/ports/provider-store'
import type { Provider } from '#server/providers/provider'
import type { SecretBox } from './secret-box'

/** A provider that can be asked, wherever it was configured. */
export interface ConfiguredProvider extends Omit<ProviderListing, 'kindLabel' | 'address' | 'key'> {
  readonly hasKey: boolean
  /** Changes with the settings: what was learned under another one no longer counts. */
  readonly revision: string
  /** Opens the key only when it is about to be used; throws when it was sealed for something else. */
  readonly readKey: () => string | undefined
}

export function fromEnvironment(config: Pick<Config, 'providers'>): readonly ConfiguredProvider[] {
  return config.providers.map(({ id, kind, name, apiKey, baseUrl }) => ({
    id,
    kind,
    name,
    baseUrl,
    keyHint: apiKey && toKeyHint(apiKey),
    models: [],
    origin: 'environment' as const,
    hasKey: apiKey !== undefined,
    revision: 'environment',
    readKey: () => apiKey,
  }))
}

/** Those that are part of Patchbay. */
export function fromRegister(adapters: readonly Pick<Provider, 'setup'>[]): readonly ConfiguredProvider[] {
  return adapters.flatMap(({ setup }) => setup.origin !== 'built-in'
    ? []
    : [{
        id: setup.kind, kind: setup.kind, name: setup.name, models: [], origin: setup.origin, hasKey: false, revision: setup.origin,
        readKey: () => undefined,
      }])
}

export function fromRow(row: ProviderRow, secretBox: SecretBox): ConfiguredProvider {
  const { sealedKey } = row
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    baseUrl: row.baseUrl ?? undefined,
    profile: row.profile ?? undefined,
    keyHint: row.keyHint ?? undefined,
    models: [...row.models],
    origin: 'admin',
    hasKey: sealedKey !== null,
    revision: row.updatedAt,
    readKey: () => sealedKey === null ? undefined : secretBox.open(sealedKey, bindKey(row)),
  }
}

/** A key belongs to one row and one address: put anywhere else in the database, it does not open. */
export function bindKey({ id, baseUrl }: Pick<ProviderRow, 'id' | 'baseUrl'>): string {
  return `provider ${id}, API key for ${originOf(baseUrl)}`
}

export function originOf(baseUrl: string | null): string {
  return baseUrl === null ? 'official' : new URL(baseUrl).origin
}

/** Of a short key, four characters would give away too much. */
export function toKeyHint(apiKey: string): string | undefined {
  return apiKey.length >= 16 ? apiKey.slice(-4) : undefined
}

/** `adapter` is absent for a kind that is no longer registered: such a provider is still seen, and can be removed. */
export function toListing(configured: ConfiguredProvider, adapter?: Provider): ProviderListing {
  const { id, kind, name, baseUrl, profile, keyHint, models, origin } = configured
  const address = baseUrl ?? (adapter?.officialBaseUrl || undefined)
  return {
    id, kind, kindLabel: adapter?.setup.kindLabel ?? kind, name, baseUrl, address, profile, keyHint, key: toKeySource(configured, adapter),
    models, origin,
  }
}

function toKeySource({ hasKey, origin }: ConfiguredProvider, adapter?: Provider): ProviderListing['key'] {
  if (hasKey) return origin === 'environment' ? 'environment' : 'stored'
  return adapter?.needsKey === false ? 'not-required' : 'none'
}
