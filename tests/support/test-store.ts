import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { hashAuditRow } from '#server/audit/hash-chain'
import type { Store } from '#server/ports/store'
import type { ReadFileSystem } from '#server/store/sqlite/free-space'
import { createStore } from '#server/store/sqlite/create-store'
import { createTemporaryFolder } from './temporary-folder'

const CHECKPOINT_SCRIPT = fileURLToPath(new URL('../../server/store/sqlite/checkpoint-worker.mjs', import.meta.url))
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../drizzle', import.meta.url))

/** A migrated store on a file of its own; closed and removed after the test. */
export async function createTestStore(readFileSystem?: ReadFileSystem): Promise<{ readonly store: Store, readonly file: string }> {
  const file = join(await createTemporaryFolder(), 'patchbay.db')
  const store = await openTestStore(file, readFileSystem)
  onTestFinished(() => store.close())
  return { store, file }
}

/** Opens the same file as another process would after a restart. */
export function openTestStore(file: string, readFileSystem?: ReadFileSystem): Promise<Store> {
  return createStore({ file, migrationsFolder: MIGRATIONS_FOLDER, checkpointScript: CHECKPOINT_SCRIPT, hashAuditRow, readFileSystem })
}
