import { randomBytes } from 'node:crypto'
import type { EnvironmentProvider } from '#server/config'
import type { AuditFact } from '#server/ports/audit-fact'
import type { ModelInfo, Provider, ProviderConnection } from '#server/providers/provider'
import { TOLERANT } from '#server/providers/kit/request/capability-table'
import { createProviderService } from '#server/settings/provider-service'
import { createSecretBox } from '#server/settings/secret-box'
import { createTestAccess } from './access-context'

export const KNOWN_MODEL: ModelInfo = { id: 'known', name: 'Known', capabilities: { tools: true, images: true, reasoning: false } }
const LISTED_MODEL: ModelInfo = { id: 'listed', name: 'Listed', capabilities: { tools: true, images: false, reasoning: false } }

type ListModels = (connection: ProviderConnection, signal: AbortSignal) => Promise<readonly ModelInfo[]>

interface Options {
  readonly providers?: readonly EnvironmentProvider[]
  /** How each adapter lists its models; by default it has one. */
  readonly listModels?: Readonly<Record<string, ListModels>>
  readonly timeouts?: { readonly listMs: number, readonly checkMs: number }
}

/** The provider service on a real database, with adapters that keep whom they were asked as. */
export async function createTestProviders({ providers = [], listModels = {}, timeouts }: Options = {}) {
  const access = await createTestAccess()
  const asked: { readonly adapter: string, readonly connection: ProviderConnection }[] = []
  const adapters = ['anthropic', 'openai-responses', 'openai-chat', 'gemini', 'demo'].map((id): Provider => ({
    id,
    label: id,
    officialBaseUrl: `https://${id}.test`,
    needsKey: id !== 'openai-chat' && id !== 'demo',
    knownModels: [KNOWN_MODEL],
    toolTargets: [],
    profiles: [],
    supportOf: () => TOLERANT,
    stream: () => {
      throw new Error('Nobody streams here.')
    },
    listModels: async (connection, signal) => {
      asked.push({ adapter: id, connection })
      return listModels[id]?.(connection, signal) ?? [LISTED_MODEL]
    },
  }))
  const facts: AuditFact[] = []
  const store = access.wholeStore.providers
  const service = createProviderService({
    store,
    overrides: access.wholeStore.modelOverrides,
    secretBox: createSecretBox([randomBytes(32)]),
    adapters,
    config: { providers },
    audit: { record: async fact => void facts.push(fact) },
    now: access.now,
    timeouts,
  })
  return { service, store, asked, facts, advance: access.advance }
}
