import { randomUUIDv7 } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConsolaInstance } from 'consola'
import type { AccessContext } from './access/access-context'
import { type AccessService, createAccessService } from './access/access-service'
import { createDeviceCookies } from './access/device-cookies'
import { createIsActive } from './access/is-active'
import { createPasswordHasher } from './access/password-hasher'
import { prepareFirstStart, type StartLink } from './access/prepare-first-start'
import { createAuditDrafts } from './audit/audit-drafts'
import { type AuditService, createAuditService } from './audit/audit-service'
import { createCheckpointFile } from './audit/checkpoint-file'
import { CheckpointService } from './audit/checkpoint-service'
import { hashAuditRow } from './audit/hash-chain'
import { cleanLog } from './audit/clean-log'
import { createRedactor, type Redactor } from './audit/redact'
import { createSigningKeys } from './audit/signing-keys'
import type { Signing } from './audit/verify-log'
import type { Config } from './config'
import { type ConversationService, createConversationService } from './conversations/conversation-service'
import { createEventBus } from './embedded/event-bus'
import { createLimiter } from './embedded/limiter'
import { createRunQueue } from './embedded/run-queue'
import type { RunQueue } from './ports/run-queue'
import type { Store } from './ports/store'
import type { Provider } from './providers/provider'
import { TRANSLATION_VERSION } from './providers/translation-version'
import { recoverRuns } from './runs/worker/recover-runs'
import type { RunClock } from './runs/loop/run-context'
import { LiveSteps } from './runs/worker/live-steps'
import { RunLeases } from './runs/worker/run-leases'
import type { RunServiceOptions } from './runs/service/run-request'
import { RunService } from './runs/service/run-service'
import { createRunWorker } from './runs/worker/run-worker'
import { createShutdown, type Shutdown } from './runs/worker/shutdown'
import { createSystemClock } from './runs/worker/system-clock'
import { loadAuditKeys, type AuditKeys } from './settings/audit-key'
import { KnownSecrets } from './settings/known-secrets'
import { createProviderService, type ProviderService } from './settings/provider-service'
import { openStoredKeys } from './settings/open-stored-keys'
import { createSecretBox, type SecretBox } from './settings/secret-box'
import { loadSecretsKeys } from './settings/secrets-key'
import { createStore } from './store/sqlite/create-store'
import { lockFolder } from './store/sqlite/folder-lock'
import { createToolVerdicts, type ToolVerdicts } from './tools/compatibility'
import { createPluginContext } from './tools/create-plugin-context'
import { createDemoWorkspace } from './tools/demo-workspace/create-demo-workspace'
import { createToolGate, type ExecutionLog } from './tools/execute-tool-call'
import { createExecutionLog } from './tools/execution-log'
import { pluginFactories } from './tools/plugins'
import { createToolRegistry, type ToolRegistry } from './tools/registry'
import { ToolService } from './tools/tool-service'
import { sweepTemporaryFiles } from './tools/workspace/temporary-file'

const TOOL_LIMITS = { timeoutMs: 30_000, maxResultBytes: 256 * 1024 }
/** Half of it for one user. A run that waits for its provider costs some memory, no processor. */
const PARALLEL_RUNS = 2000
// A workspace may be a whole disk; the start does not wait for all of it.
const SWEEP_MS = 5_000

/** Everything a request may use. */
export interface Services {
  readonly config: Config
  readonly store: Store
  readonly access: AccessService
  readonly audit: AuditService
  readonly conversations: ConversationService
  readonly providers: ProviderService
  readonly runs: RunService
  readonly tools: ToolService
  /** Where to send the person who started the server. */
  readonly startLink: StartLink
  /** Aborts when the process is about to go down: what never ends by itself must end then. */
  readonly closing: AbortSignal
  /** Tools at work are given a while to finish; told a second time, they are not. */
  beginShutdown(): void
  close(): Promise<void>
}

interface ServiceOptions {
  readonly config: Config
  readonly log: ConsolaInstance
  /** Who speaks to the vendors; the ones whose variables `config` was read with. */
  readonly adapters: readonly Provider[]
  /** For the waits between retries; absent: real time. */
  readonly clock?: RunClock
}

/** Builds everything on a data folder that no other process works in. The only file that knows all the rooms. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const lock = lockFolder(options.config.dataDirectory)
  try {
    const services = await buildServices(options)
    return { ...services, close: () => services.close().finally(lock.release) }
  }
  catch (error) {
    lock.release()
    throw error
  }
}

const now = () => new Date()
const newId = () => randomUUIDv7()

async function buildServices({ config, log, adapters, clock = createSystemClock() }: ServiceOptions): Promise<Services> {
  const { secretsKeys, auditKeys, secretBox, redactor } = await openSecrets(config, log)
  const store = await openStore(config)
  await openStoredKeys({ store: store.providers, secretBox, onError: message => log.warn(message) })
  const registry = await openTools(config, store)
  const verdicts = await openVerdicts(registry, adapters, { store, log })
  const draft = createAuditDrafts({ redactor })
  const { signing, checkpoints } = await openSigning(config, { store, log, now, auditKeys })
  const audit = createAuditService({ store: store.audit, conversations: store.conversations, draft, signing })
  const isActive = createIsActive(store.access)
  const providers = createProviderService({
    store: store.providers, overrides: store.modelOverrides, secretBox, hideSecrets: redactor.redactKeys,
    openSecretStream: redactor.openStream, adapters, config, audit, now,
  })
  const shutdown = createShutdown()
  const executionLog = openExecutionLog(config, { log, redactor, now })
  const gate = createToolGate({ registry, isActive, ...TOOL_LIMITS, deadline: shutdown.deadline, newId, log: executionLog })
  const queue = createRunQueue(PARALLEL_RUNS, (error, runId) => log.error('The worker of a run failed.', { runId, error }))
  const parts: RunServiceOptions = {
    store: store.runs, conversations: store.conversations, bus: createEventBus(), liveSteps: new LiveSteps(), queue, registry,
    resolveModel: providers.resolveModel, draft, clock, now, newId,
  }
  const leases = new RunLeases({ owner: newId(), store: store.runs, now, clock })
  const wire = config.keepsWire ? { hideSecrets: redactor.redactKeys } : {}
  await queue.work(createRunWorker({ ...parts, gate, isActive, leases, shutdown, log, ...wire }))
  // The lock of the data folder proves that the previous owner of a run has ended.
  await recoverRuns({ ...parts, audit: store.audit, deadline: shutdown.deadline, lease: leases.current(), othersAreDead: true })
  const runs = new RunService(parts)
  const accessContext = buildAccessContext({ store, config, secretsKeys, audit, runs, now, newId })
  const stopRun: RunService['stop'] = (owner, runId) => runs.stop(owner, runId)
  return {
    config, store, audit, providers, runs,
    access: createAccessService(accessContext),
    conversations: createConversationService({ store: store.conversations, runs: store.runs, stopRun, newId, now }),
    tools: new ToolService({ registry, gate, verdicts, audit: store.audit, draft, clock, deadline: shutdown.deadline, now, newId }),
    startLink: await prepareFirstStart(accessContext),
    closing: shutdown.closing,
    beginShutdown: () => shutdown.closing.aborted ? shutdown.force() : shutdown.begin(),
    close: () => closeAll({ shutdown, queue, registry, checkpoints, store }),
  }
}

interface Closable {
  readonly shutdown: Shutdown
  readonly queue: RunQueue
  readonly registry: ToolRegistry
  readonly checkpoints: CheckpointService
  readonly store: Store
}

/** Runs first: each ends as interrupted while everything that it writes to still stands. */
async function closeAll({ shutdown, queue, registry, checkpoints, store }: Closable): Promise<void> {
  shutdown.begin()
  await queue.close({ reason: 'interrupted' })
  shutdown.end()
  await registry.close()
  await checkpoints.close()
  await store.close()
}

interface Secrets {
  readonly secretsKeys: readonly Buffer[]
  readonly auditKeys: AuditKeys
  readonly secretBox: SecretBox
  readonly redactor: Redactor
}

/** First of all: what is logged from here on holds no secret. */
async function openSecrets(config: Config, log: ConsolaInstance): Promise<Secrets> {
  const secrets = new KnownSecrets(config)
  const redactor = createRedactor(() => secrets.list())
  cleanLog(log, redactor)
  const secretsKeys = await loadSecretsKeys(config.dataDirectory)
  const auditKeys = await loadAuditKeys(config)
  for (const key of [...secretsKeys, ...auditKeys.seeds]) secrets.addKey(key)
  return { redactor, secretsKeys, auditKeys, secretBox: secrets.watch(createSecretBox(secretsKeys)) }
}

type AccessParts = Pick<AccessContext, 'audit' | 'runs' | 'now' | 'newId'> & {
  readonly store: Store
  readonly config: Config
  readonly secretsKeys: readonly Buffer[]
}

function buildAccessContext({ store, secretsKeys, ...parts }: AccessParts): AccessContext & { readonly config: Config } {
  return {
    ...parts, store: store.access, limiter: createLimiter(), devices: createDeviceCookies(secretsKeys, parts.now),
    passwords: createPasswordHasher(),
  }
}

function openStore({ dataDirectory, appDirectory }: Config): Promise<Store> {
  return createStore({
    file: join(dataDirectory, 'patchbay.sqlite'), migrationsFolder: join(appDirectory, 'drizzle'), hashAuditRow,
    checkpointScript: join(appDirectory, 'server/store/sqlite/checkpoint-worker.mjs'),
  })
}

/** Of a body, which may be 256 KB, so much is enough to recognise it. */
const LOGGED_BODY_BYTES = 4096

interface LogParts { readonly log: ConsolaInstance, readonly redactor: Redactor, readonly now: () => Date }

function openExecutionLog({ executionLog }: Config, { log, redactor, now }: LogParts): ExecutionLog | undefined {
  if (executionLog === 'off') return undefined
  const describeBody = executionLog === 'with-bodies' ? (value: unknown) => redactor.redactJson(value, LOGGED_BODY_BYTES) : undefined
  return createExecutionLog({ print: line => log.log(line), now, describeBody })
}

interface SigningParts { readonly store: Store, readonly log: ConsolaInstance, readonly now: () => Date, readonly auditKeys: AuditKeys }

async function openSigning(config: Config, { store, log, now, auditKeys }: SigningParts): Promise<{
  readonly signing: Signing
  readonly checkpoints: CheckpointService
}> {
  const keys = createSigningKeys(auditKeys)
  const signing = {
    checkpoints: store.checkpoints, keys, file: createCheckpointFile(join(config.dataDirectory, 'audit-checkpoints.jsonl')),
  }
  const report = (message: string, error?: unknown) => error === undefined ? log.error(message) : log.error(message, error)
  return {
    signing, checkpoints: new CheckpointService({ ...signing, store: store.audit, now, print: line => log.log(line), onError: report }),
  }
}

async function openTools(config: Config, store: Store): Promise<ToolRegistry> {
  const { workspaceRoots, dataDirectory, appDirectory, weatherSource } = config
  const databaseDirectory = join(dataDirectory, 'databases')
  for (const folder of workspaceRoots) await mkdir(folder, { recursive: true })
  await sweepTemporaryFiles(workspaceRoots, AbortSignal.timeout(SWEEP_MS))
  await createDemoWorkspace({ workspaceRoot: workspaceRoots[0], databaseDirectory })
  const context = createPluginContext({ workspaceRoots, databaseDirectory, appDirectory, weatherSource })
  return createToolRegistry({ sources: pluginFactories.map(create => create(context)), store: store.tools })
}

/** Judges the tools before anybody asks for them, and without making the start wait. */
async function openVerdicts(
  registry: ToolRegistry, adapters: readonly Provider[], { store, log }: { readonly store: Store, readonly log: ConsolaInstance },
): Promise<ToolVerdicts> {
  const targets = adapters.flatMap(adapter => adapter.toolTargets)
  const verdicts = await createToolVerdicts({ targets, version: TRANSLATION_VERSION, store: store.verdicts })
  verdicts.judge(registry.list()).catch(
    (error: unknown) => log.warn('The tools could not be judged ahead; they are when the list is asked for.', error),
  )
  return verdicts
}
