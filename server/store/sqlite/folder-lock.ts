import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { AppError } from '#server/errors'
import { keepDatabasePrivate } from './database-file'

/** Time for a process that is just ending. */
const WAIT_MS = 2000

export interface FolderLock {
  release(): void
}

/**
 * Makes this process the only one that works in a data folder. It is a lock of the operating system on a file of its own,
 * held by an open transaction: it ends with the process, however that ends, so its holder knows all earlier
 * holders to be dead.
 */
export function lockFolder(folder: string, waitMs = WAIT_MS): FolderLock {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, 'patchbay.lock')
    keepDatabasePrivate(file)
    const client = new Sqlite(file, { timeout: waitMs })
    try {
      client.exec('BEGIN EXCLUSIVE')
    }
    catch (error) {
      client.close()
      throw error
    }
    return { release: () => void client.close() }
  }
  catch (error) {
    throw toLockError(folder, error)
  }
}

function toLockError(folder: string, error: unknown): AppError {
  if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
    return new AppError(
      'misconfigured',
      `Another Patchbay process works in the data folder ${folder}. Stop it first, or set PATCHBAY_DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  return new AppError(
    'misconfigured', `The data folder ${folder} cannot be written. Check that it belongs to this user and has free space.`,
    { cause: error },
  )
}
