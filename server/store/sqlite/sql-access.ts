import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { AppError } from '#server/errors'
import type { Database } from './open-database'
import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/**
 * How the stores reach the database. The work is synchronous, so nothing of this process comes between its
 * statements; a failure of the storage itself becomes `storage-unavailable` here and nowhere else.
 */
export interface SqlAccess {
  read<Result>(work: () => Result): Promise<Result>
  /** All of the work in one immediate transaction, or none of it; on the disk when the promise resolves. */
  write<Result>(work: () => Result): Promise<Result>
  /**
   * The same, for progress that is on no record: it survives the end of this process at once, and a power failure as
   * soon as a later `write` does, which syncs everything before it. Waiting for the disk is most of a small commit.
   */
  writeUnsynced<Result>(work: () => Result): Promise<Result>
}

interface BusyWait { readonly forMs: number, readonly pauseMs: number, readonly now: () => number }

/** SQLite's words for a commit that waits for the disk, and for one that does not; `openDatabase` begins with the first. */
type Synchronous = 'FULL' | 'NORMAL'

/** By the time and not by the attempts: many that wait at once take longer for each of theirs. */
const DEFAULT_BUSY_WAIT: BusyWait = { forMs: 5000, pauseMs: 25, now: () => performance.now() }

export function createSqlAccess(database: Database, busyWait = DEFAULT_BUSY_WAIT, onWrite: () => void = () => {}): SqlAccess {
  const client = database.$client
  // Made once: the driver builds a transaction anew from each function that it is given.
  const transact = client.transaction((work: () => unknown) => work())

  async function attempt<Result>(work: () => Result): Promise<Result> {
    const startedAt = busyWait.now()
    for (;;) {
      try {
        return work()
      }
      catch (error) {
        // SQLite's own waiting would stop the event loop; ours lets streams and timers go on.
        if (!isBusy(error) || busyWait.now() - startedAt >= busyWait.forMs) throw toStorageError(error, client.open)
      }
      await wait(busyWait.pauseMs)
    }
  }

  let synchronous: Synchronous = 'FULL'
  function write<Result>(work: () => Result, wanted: Synchronous): Result {
    if (wanted !== synchronous) {
      client.exec(`PRAGMA synchronous = ${wanted}`)
      synchronous = wanted
    }
    const result = transact.immediate(work) as Result // it answers what `work` does
    onWrite()
    return result
  }

  return {
    read: attempt,
    write: work => attempt(() => write(work, 'FULL')),
    writeUnsynced: work => attempt(() => write(work, 'NORMAL')),
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** What a caller is asked to wait: a lock is mostly given back within seconds. */
const RETRY_AFTER_MS = 5000

/** Result codes of the file, the disk and the lock; anything else is a mistake of ours and stays what it is. */
const STORAGE_CODES = /^SQLITE_(?:BUSY|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|LOCKED|PERM)/

function toStorageError(error: unknown, open: boolean): unknown {
  if (!open) return new AppError('storage-unavailable', 'The server is shutting down. Try again in a moment.', { cause: error, retryable: true, retryAfterMs: RETRY_AFTER_MS })
  if (!(error instanceof Sqlite.SqliteError) || !STORAGE_CODES.test(error.code)) return error
  const damaged = error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB'
  const message = damaged
    ? 'The database is damaged. An administrator must restore a backup.'
    : 'The database cannot be used right now, so nothing was changed. Try again; if it stays so, check disk space and permissions of the data folder.'
  return new AppError('storage-unavailable', message, { cause: error, ...(!damaged && { retryable: true, retryAfterMs: RETRY_AFTER_MS }) })
}

/** One placeholder per column, named after it: the values of an insert that is prepared once. */
export function placeholdersOf<Table extends SQLiteTable>(table: Table): Record<keyof Table['$inferInsert'], Placeholder> {
  const names = Object.keys(getTableColumns(table))
  return Object.fromEntries(names.map(name => [name, sql.placeholder(name)])) as Record<keyof Table['$inferInsert'], Placeholder> // `names` are exactly these keys
}

/**
 * A value to search by. SQLite, where it is built with STAT4, plans a join or a range anew for each value of a bare
 * parameter, which costs more than the query; behind a sign it is an expression, and the plan stays.
 */
export function searched(name: string): SQL {
  return sql`+${sql.placeholder(name)}`
}
