import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { AppError } from '#server/errors'
import { createDatabaseFile, keepDatabasePrivate, rejectForeignDatabase } from './database-file'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'

/** The one connection of this process. Everything on it is synchronous: a callback never sees another's half-done work. */
export type Database = BetterSQLite3Database & { readonly $client: Sqlite.Database }

/** `quick_check` reads the whole file, roughly a second per gigabyte; beyond this size a start would wait noticeably. */
const CHECKED_UP_TO_BYTES = 256 * 1024 * 1024

/** 64 MB. */
const MAX_LOG_PAGES = 16_384

/** SQLite's own wait for another process's lock would stop the event loop, once for each that waits; ours is in `sql-access.ts`. */
const BUSY_TIMEOUT_MS = 0

/** Opens or creates the database file; throws `misconfigured` with a way out when that cannot be done. */
export function openDatabase(file: string): Database {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    createDatabaseFile(file)
    keepDatabasePrivate(file)
    const client = new Sqlite(file)
    try {
      prepare(client)
    }
    catch (error) {
      client.close()
      throw error
    }
    return drizzle({ client })
  }
  catch (error) {
    throw toOpenError(file, error)
  }
}

function prepare(client: Sqlite.Database): void {
  // At the start nothing is served yet, so it may wait for a process that is just ending.
  client.pragma('busy_timeout = 5000')
  rejectForeignDatabase(client)
  client.pragma('journal_mode = WAL')
  // The log is folded back by another thread (`checkpointer.ts`); this holds should that one fail.
  client.pragma(`wal_autocheckpoint = ${MAX_LOG_PAGES}`)
  // WAL's default, NORMAL, may lose the last commits when the power fails; an audit record may not be lost.
  client.pragma('synchronous = FULL')
  client.pragma('foreign_keys = ON')
  if (statSync(client.name).size <= CHECKED_UP_TO_BYTES) {
    const result: unknown = client.pragma('quick_check(1)', { simple: true })
    if (result !== 'ok') throw new Sqlite.SqliteError(String(result), 'SQLITE_CORRUPT')
  }
}

function toOpenError(file: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Sqlite.SqliteError ? error.code : ''
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return new AppError(
      'misconfigured',
      `The database ${file} is damaged or is no SQLite file. `
      + 'Put a backup in its place, or move it away together with its -wal and -shm files to start empty.',
      { cause: error },
    )
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new AppError('misconfigured', `The database ${file} is locked by another process. Stop that process first.`, { cause: error })
  }
  return new AppError(
    'misconfigured',
    `The database ${file} cannot be opened for writing. Check that its folder exists, belongs to this user, and has free space.`,
    { cause: error },
  )
}

/** Brings the tables up to date, in one transaction; afterwards the connection is ready to serve. */
export function migrateDatabase(database: Database, migrationsFolder: string): void {
  try {
    migrate(database, { migrationsFolder })
  }
  catch (error) {
    throw new AppError(
      'misconfigured', `The database could not be brought up to date with ${migrationsFolder}. Nothing was changed in it.`,
      { cause: error },
    )
  }
  database.$client.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
}
