import { randomBytes } from 'node:crypto'
import { createRedactor } from '#server/audit/redact'
import { readConfig } from '#server/config'
import type { AuditFact } from '#server/ports/audit-fact'
import { providers } from '#server/providers'
import type { ModelInfo, Provider, ProviderConnection } from '#server/providers/provider'
import { TOLERANT } from '#server/providers/kit/request/capability-table'
import { KnownSecrets } from '#server/settings/known-secrets'
import { createProviderService } from '#server/settings/provider-service'
import { createSecretBox } from '#server/settings/secret-box'
import { createTestAccess } from './access-context'

export const KNOWN_MODEL: ModelInfo = { id: 'known', name: 'Known', capabilities: { tools: true, images: true, reasoning: false } }
const LISTED_MODEL: ModelInfo = { id: 'listed', name: 'Listed', capabilities: { tools: true, images: false, reasoning: false } }

type ListModels = (connection: ProviderConnection, signal: AbortSignal) => Promise<readonly ModelInfo[]>

interface Options {
  readonly environment?: Readonly<Record<string, string>>
  /** How each adapter lists its models; by default it has one. */
  readonly listModels?: Readonly<Record<string, ListModels>>
  readonly timeouts?: { readonly listMs: number, readonly checkMs: number }
}

/** The provider service on a real database, on the registered adapters, which ask nobody here and keep as whom they would. */
export async function createTestProviders({ environment = {}, listModels = {}, timeouts }: Options = {}) {
  const access = await createTestAccess()
  const asked: { readonly adapter: string, readonly connection: ProviderConnection }[] = []
  const adapters = providers.map((adapter): Provider => ({
    ...adapter,
    officialBaseUrl: `https://${adapter.id}.test`,
    knownModels: [KNOWN_MODEL],
    supportOf: () => TOLERANT,
    stream: () => {
      throw new Error('Nobody streams here.')
    },
    listModels: async (connection, signal) => {
      asked.push({ adapter: adapter.id, connection })
      return listModels[adapter.id]?.(connection, signal) ?? [LISTED_MODEL]
    },
  }))
  const facts: AuditFact[] = []
  const store = access.wholeStore.providers
  const config = readConfig(environment, { appDirectory: '/', adapters })
  const secrets = new KnownSecrets(config)
  const redactor = createRedactor(() => secrets.list())
  const service = createProviderService({
    store,
    overrides: access.wholeStore.modelOverrides,
    secretBox: secrets.watch(createSecretBox([randomBytes(32)])),
    hideSecrets: redactor.redactKeys,
    openSecretStream: redactor.openStream,
    adapters,
    config,
    audit: { record: async fact => void facts.push(fact) },
    now: access.now,
    timeouts,
  })
  return { service, store, asked, facts, advance: access.advance }
}
