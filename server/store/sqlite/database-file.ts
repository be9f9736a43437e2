import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { AppError } from '#server/errors'

/** Marks a file as Patchbay's from its first byte on: "Patc" in ASCII. */
const APPLICATION_ID = 0x50617463

/**
 * Creates a missing database under another name and renames it when it is marked, so that a file under its own name is
 * never empty because Patchbay was killed; rejects one that is.
 */
export function createDatabaseFile(file: string): void {
  if (existsSync(file)) {
    if (statSync(file).size === 0) throw rejectFile(`The database ${file} is empty (0 bytes), which Patchbay never leaves behind.`)
    return
  }
  const draft = `${file}.new`
  for (const leftover of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(leftover, { force: true })
  keepDatabasePrivate(draft)
  const client = new Sqlite(draft)
  try {
    client.pragma('journal_mode = WAL')
    client.pragma(`application_id = ${APPLICATION_ID}`)
  }
  finally {
    client.close()
  }
  renameSync(draft, file)
}

/** Refuses a database of another program; the first versions of Patchbay did not mark theirs, but they have its tables. */
export function rejectForeignDatabase(client: Sqlite.Database): void {
  if (client.pragma('application_id', { simple: true }) === APPLICATION_ID) return
  const tables = client.prepare('SELECT name FROM sqlite_schema WHERE type = \'table\'').pluck().all()
  if (['__drizzle_migrations', 'audit_log', 'runs'].every(name => tables.includes(name))) return
  throw rejectFile(tables.length === 0
    ? `The database ${client.name} holds no tables and was not created by Patchbay.`
    : `The database ${client.name} belongs to another program.`)
}

function rejectFile(reason: string): AppError {
  return new AppError(
    'misconfigured', `${reason} Put a backup in its place, or move it away together with its -wal and -shm files to start with a new one.`,
  )
}

const FOR_OTHERS = 0o077

/**
 * Makes a database file readable by this account alone, before SQLite would create it for everybody. SQLite gives the
 * files it lays beside it the same rights; ones that are left from earlier are set here.
 */
export function keepDatabasePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (isOpenToOthers(path)) restrict(path)
  }
}

/** Whether other accounts of this machine may read or enter it; never on a system without such rights. */
export function isOpenToOthers(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return process.platform !== 'win32' && (mode & FOR_OTHERS) !== 0
}

function restrict(path: string): void {
  try {
    chmodSync(path, 0o600)
  }
  catch {
    // Some mounted disks know no rights, and the files may be another account's: no reason not to start.
  }
}
