import { dirname } from 'node:path'
import type { HashAuditRow } from '#server/ports/audit-store'
import type { Store } from '#server/ports/store'
import { createAccessStore } from './access-store'
import { createAuditAppend } from './audit-append'
import { createAuditStore, createCheckpointStore } from './audit-store'
import { createCheckpointer } from './checkpointer'
import { createConversationStore } from './conversation-store'
import { createExecutionChange, createToolStore, createVerdictStore } from './tool-store'
import { type ReadFileSystem, requireFreeSpace } from './free-space'
import { migrateDatabase, openDatabase } from './open-database'
import { createModelOverrideStore, createProviderStore } from './provider-store'
import { createRunStore } from './run-store'
import { createSqlAccess } from './sql-access'

interface StoreOptions {
  readonly file: string
  /** The folder of generated migrations, laid beside the bundle. */
  readonly migrationsFolder: string
  /** The script of the checkpoint thread, laid beside the bundle. */
  readonly checkpointScript: string
  readonly hashAuditRow: HashAuditRow
  /** Default: that of the operating system. */
  readonly readFileSystem?: ReadFileSystem
}

/**
 * The store on one SQLite file. JSON columns are not parsed by a schema when read: only typed rows of the ports
 * are ever written into them, by this folder alone.
 */
export async function createStore(options: StoreOptions): Promise<Store> {
  const { file, migrationsFolder, checkpointScript, hashAuditRow, readFileSystem } = options
  const database = openDatabase(file)
  migrateDatabase(database, migrationsFolder)
  const checkpointer = createCheckpointer({ file, scriptPath: checkpointScript })
  const access = createSqlAccess(database, undefined, checkpointer.touch)
  const appendListeners = new Set<(seq: number) => void>()
  const appendAudit = createAuditAppend(database, hashAuditRow, seq => appendListeners.forEach(listener => listener(seq)))
  const changeExecution = createExecutionChange(database)
  const settings = createAccessStore(database, access)
  return {
    access: settings,
    audit: createAuditStore({ database, access, appendAudit, appendListeners, changeExecution }),
    checkpoints: createCheckpointStore(database, access),
    conversations: createConversationStore(database, access),
    modelOverrides: createModelOverrideStore(database, access),
    providers: createProviderStore(database, access),
    runs: createRunStore({ database, access, appendAudit, changeExecution }),
    tools: createToolStore(database, access),
    verdicts: createVerdictStore(database, access),
    // Only a committed write proves that one is possible: a full disk shows no earlier.
    checkWritable: createWriteProbe(async () => {
      await requireFreeSpace(dirname(file), readFileSystem)
      await settings.saveSetting('write-probe', 'ok')
    }),
    close: async () => {
      await checkpointer.close()
      database.$client.close()
    },
  }
}

/** A health check may come many times a second, from anybody; each write waits for the disk. */
const KEEP_MS = 1000

/** Runs `probe` at most once a second and gives its last result, or error, to all who ask in between. */
export function createWriteProbe(probe: () => Promise<void>, now: () => number = () => performance.now()): () => Promise<void> {
  let latest: { readonly result: Promise<void>, readonly at: number } | undefined
  return () => {
    if (!latest || now() - latest.at >= KEEP_MS) latest = { result: probe(), at: now() }
    return latest.result
  }
}
