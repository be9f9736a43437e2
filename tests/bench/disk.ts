import { mkdtemp, rm } from 'node:fs/promises'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { RunEvent } from '#shared/run-event'
import { followRun, openConversation, type HttpTarget } from './http-subject'

interface DiskUse {
  /** Bytes that one tool turn appends to the write-ahead log. */
  readonly logBytes: number
  /** Bytes by which one tool turn lets the database file grow. */
  readonly keptBytes: number
}

export interface DiskTimes {
  readonly app: DiskUse
  /** The same events, each as one row of a plain table and one commit. */
  readonly floor: DiskUse
}

export async function measureDisk(app: HttpTarget & { readonly dataDirectory: string }, turns: number): Promise<DiskTimes> {
  const conversations: string[] = []
  while (conversations.length < turns) conversations.push(await openConversation(app))
  const events: RunEvent[] = []
  const use = await measureUse(join(app.dataDirectory, 'patchbay.sqlite'), turns, async () => {
    for (const conversationId of conversations) {
      await followRun(app, { conversationId, prompt: 'turn' }, { onEvent: event => void events.push(event) })
    }
  })
  return { app: use, floor: await measureFloor(events.filter(event => 'sequence' in event), turns) }
}

async function measureFloor(events: readonly RunEvent[], turns: number): Promise<DiskUse> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'))
  const file = join(folder, 'floor.sqlite')
  const database = new Sqlite(file)
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE events (id INTEGER PRIMARY KEY, body TEXT NOT NULL)')
    const insert = database.prepare('INSERT INTO events (body) VALUES (?)')
    return await measureUse(file, turns, () => events.forEach(event => insert.run(JSON.stringify(event))))
  }
  finally {
    database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureUse(file: string, turns: number, work: () => Promise<void> | void): Promise<DiskUse> {
  const reader = new Sqlite(file, { timeout: 5000 })
  try {
    const sizeBefore = foldLog(reader, file)
    // While a reader needs its snapshot the log is not started anew, so that its size is all that was appended.
    reader.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    await work()
    const logBytes = statSync(`${file}-wal`).size
    reader.exec('COMMIT')
    return { logBytes: logBytes / turns, keptBytes: (foldLog(reader, file) - sizeBefore) / turns }
  }
  finally {
    reader.close()
  }
}

/** Moves the whole log into the database and answers the size of its file. */
function foldLog(reader: Sqlite.Database, file: string): number {
  const isBusy = reader.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0
  if (isBusy) throw new Error('The log of the database could not be moved into it: the server still writes.')
  return statSync(file).size
}
