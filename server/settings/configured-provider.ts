import type { ProviderKind, ProviderListing } from '#shared/provider'
import type { Config, EnvironmentProvider } from '#server/config'
import type { ProviderRow } from '#server/ports/provider-store'
import type { SecretBox } from './secret-box'

/** A provider that can be asked, wherever it was configured. */
export interface ConfiguredProvider extends ProviderListing {
  readonly hasKey: boolean
  /** Changes with the settings: what was learned under another one no longer counts. */
  readonly revision: string
  /** Opens the key only when it is about to be used; throws when it was sealed for something else. */
  readonly readKey: () => string | undefined
}

/** The variable that gives an environment provider its key, for the sentences that tell a person what to set. */
export const KEY_VARIABLES: ReadonlyMap<string, string> = new Map([
  ['anthropic', 'ANTHROPIC_API_KEY'], ['openai', 'OPENAI_API_KEY'], ['gemini', 'GEMINI_API_KEY'],
])

const ENVIRONMENT_NAMES: Readonly<Record<EnvironmentProvider['kind'], { readonly id: string, readonly name: string }>> = {
  'anthropic': { id: 'anthropic', name: 'Anthropic' },
  'openai': { id: 'openai', name: 'OpenAI' },
  'openai-compatible': { id: 'openai', name: 'OpenAI-compatible' },
  'gemini': { id: 'gemini', name: 'Gemini' },
}

export const DEMO_PROVIDER: ConfiguredProvider = {
  id: 'demo', kind: 'demo', name: 'Demo', models: [], origin: 'built-in', hasKey: false, revision: 'built-in', readKey: () => undefined,
}

export function fromEnvironment(config: Pick<Config, 'providers'>): readonly ConfiguredProvider[] {
  return config.providers.map(({ kind, apiKey, baseUrl }) => ({
    ...ENVIRONMENT_NAMES[kind],
    kind,
    baseUrl,
    keyHint: apiKey && toKeyHint(apiKey),
    models: [],
    origin: 'environment' as const,
    hasKey: apiKey !== undefined,
    revision: 'environment',
    readKey: () => apiKey,
  }))
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

export function toListing({ id, kind, name, baseUrl, profile, keyHint, models, origin }: ConfiguredProvider): ProviderListing {
  return { id, kind, name, baseUrl, profile, keyHint, models, origin }
}

/** Which adapter speaks to which kind. */
export const ADAPTER_IDS: Readonly<Record<ProviderKind, string>> = {
  'anthropic': 'anthropic', 'openai': 'openai-responses', 'openai-compatible': 'openai-chat', 'gemini': 'gemini', 'demo': 'demo',
}
