import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { AppError } from '#server/errors'
import { keepDatabasePrivate } from './private-files'

/** Marks a file as Patchbay's from its first byte on: "Patc" in ASCII. */
const APPLICATION_ID = 0x50617463

/**
 * Creates a missing database under another name and renames it when it is marked, so that a file under its own name is
 * never empty because Patchbay was killed; refuses one that is.
 */
export function createDatabaseFile(file: string): void {
  if (existsSync(file)) {
    if (statSync(file).size === 0) throw refuse(`The database ${file} is empty (0 bytes), and Patchbay does not leave it so.`)
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
export function refuseForeignDatabase(client: Sqlite.Database): void {
  if (client.pragma('application_id', { simple: true }) === APPLICATION_ID) return
  const tables = client.prepare('SELECT name FROM sqlite_schema WHERE type = \'table\'').pluck().all()
  if (['__drizzle_migrations', 'audit_log', 'runs'].every(name => tables.includes(name))) return
  throw refuse(tables.length === 0 ? `The database ${client.name} holds no tables, and Patchbay did not make it.` : `The database ${client.name} belongs to another program.`)
}

function refuse(reason: string): AppError {
  return new AppError('misconfigured', `${reason} Put a backup in its place, or move it away together with its -wal and -shm files to start with a new one.`)
}
