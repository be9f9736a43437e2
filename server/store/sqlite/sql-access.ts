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
  /**
   * All of the work in one immediate transaction, or none of it; on the disk when the promise resolves. Writes of one
   * turn of the event loop share a transaction, each in a savepoint of its own: most of a small commit is its wait for the disk.
   */
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
  const attempt = <Result>(work: () => Result) => waitWhileBusy(work, client, busyWait)
  const writes = new WriteQueue(client, attempt, onWrite)
  return {
    read: attempt,
    write: work => writes.add(work, true),
    writeUnsynced: work => writes.add(work, false),
  }
}

async function waitWhileBusy<Result>(work: () => Result, client: Sqlite.Database, { forMs, pauseMs, now }: BusyWait): Promise<Result> {
  const startedAt = now()
  for (;;) {
    try {
      return work()
    }
    catch (error) {
      // SQLite's own waiting would stop the event loop; ours lets streams and timers go on.
      if (!isBusy(error) || now() - startedAt >= forMs) throw toStorageError(error, client.open)
    }
    await wait(pauseMs)
  }
}

/** Writes of one turn of the event loop share a transaction. */
class WriteQueue {
  private waiting: Write[] = []
  private isCommitting = false
  private synchronous: Synchronous = 'FULL'
  // Made once: the driver builds a transaction anew from each function that it is given.
  private readonly transact: Sqlite.Transaction<(work: () => void) => void>

  constructor(
    private readonly client: Sqlite.Database,
    private readonly attempt: (work: () => void) => Promise<void>,
    private readonly onWrite: () => void,
  ) {
    this.transact = client.transaction((work: () => void) => work())
  }

  add<Result>(work: () => Result, isSynced: boolean): Promise<Result> {
    return new Promise((resolve, reject) => {
      let result: Result
      const write = () => {
        result = work()
      }
      this.waiting.push({ work: write, isSynced, settle: error => error ? reject(error.thrown) : resolve(result) })
      if (this.waiting.length === 1 && !this.isCommitting) setImmediate(() => void this.commitWaiting())
    })
  }

  private async commitWaiting(): Promise<void> {
    this.isCommitting = true
    while (this.waiting.length > 0) {
      const batch = this.waiting
      this.waiting = []
      const error = await this.attempt(() => this.commit(batch)).then(() => undefined, (thrown: unknown) => ({ thrown }))
      for (const write of batch) write.settle(error ?? write.error)
    }
    this.isCommitting = false
  }

  private commit(batch: readonly Write[]): void {
    this.setSynchronous(batch.some(({ isSynced }) => isSynced) ? 'FULL' : 'NORMAL')
    const [only] = batch
    this.transact.immediate(() => only && batch.length === 1 ? only.work() : batch.forEach(write => this.workInSavepoint(write)))
    this.onWrite()
  }

  /** An error of one write rolls that one back, unless SQLite has rolled back the whole transaction, as for a full disk. */
  private workInSavepoint(write: Write): void {
    write.error = undefined
    try {
      this.transact(write.work)
    }
    catch (error) {
      if (!this.client.inTransaction || isStorageError(error)) throw error
      write.error = { thrown: error }
    }
  }

  private setSynchronous(wanted: Synchronous): void {
    if (wanted === this.synchronous) return
    this.client.exec(`PRAGMA synchronous = ${wanted}`)
    this.synchronous = wanted
  }
}

interface Thrown { readonly thrown: unknown }

interface Write {
  readonly work: () => void
  readonly isSynced: boolean
  readonly settle: (error?: Thrown) => void
  /** What it threw, alone of its batch. */
  error?: Thrown
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** What a caller is asked to wait: a lock is mostly given back within seconds. */
const RETRY_AFTER_MS = 5000

/** Result codes of the file, the disk and the lock; anything else is a mistake of ours and stays what it is. */
const STORAGE_CODES = /^SQLITE_(?:BUSY|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|LOCKED|PERM)/

function isStorageError(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && STORAGE_CODES.test(error.code)
}

function toStorageError(error: unknown, open: boolean): unknown {
  if (!open) return new AppError('storage-unavailable', 'The server is shutting down. Try again in a moment.', {
    cause: error, retryable: true, retryAfterMs: RETRY_AFTER_MS,
  })
  if (!(error instanceof Sqlite.SqliteError) || !isStorageError(error)) return error
  const damaged = error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB'
  const message = damaged
    ? 'The database is damaged. An administrator must restore a backup.'
    : 'The database cannot be used right now, so nothing was changed. '
      + 'Try again; if it stays so, check disk space and permissions of the data folder.'
  return new AppError('storage-unavailable', message, { cause: error, ...(!damaged && { retryable: true, retryAfterMs: RETRY_AFTER_MS }) })
}

/** One placeholder per column, named after it: the values of an insert that is prepared once. */
export function placeholdersOf<Table extends SQLiteTable>(table: Table): Record<keyof Table['$inferInsert'], Placeholder> {
  const names = Object.keys(getTableColumns(table))
  const placeholders = names.map(name => [name, sql.placeholder(name)])
  return Object.fromEntries(placeholders) as Record<keyof Table['$inferInsert'], Placeholder> // `names` are exactly these keys
}

/**
 * A value to search by. SQLite, where it is built with STAT4, plans a join or a range anew for each value of a bare
 * parameter, which costs more than the query; behind a sign it is an expression, and the plan stays.
 */
export function searched(name: string): SQL {
  return sql`+${sql.placeholder(name)}`
}
