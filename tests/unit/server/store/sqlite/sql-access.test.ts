import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/store/sqlite/open-database'
import { createSqlAccess } from '#server/store/sqlite/sql-access'
import { createTemporaryFolder } from '../../../../support/temporary-folder'

async function open() {
  const database = openDatabase(join(await createTemporaryFolder(), 'patchbay.db'))
  onTestFinished(() => void database.$client.close())
  database.$client.exec('CREATE TABLE entries (name TEXT NOT NULL UNIQUE)')
  let commits = 0
  const access = createSqlAccess(database, { forMs: 5000, pauseMs: 1, now: () => performance.now() }, () => {
    commits += 1
  })
  const insert = (name: string | null) => () => database.$client.prepare('INSERT INTO entries VALUES (?)').run(name).changes
  const names = () => database.$client.prepare('SELECT name FROM entries ORDER BY rowid').pluck().all()
  return { database, access, insert, names, commits: () => commits }
}

it('writes of one turn of the event loop share a transaction, in order [F005-A45]', async () => {
  const { access, insert, names, commits } = await open()
  expect(await Promise.all([access.write(insert('a')), access.writeUnsynced(insert('b')), access.write(insert('c'))])).toEqual([1, 1, 1])
  expect([names(), commits()]).toEqual([['a', 'b', 'c'], 1])
})

it('a write that throws is rolled back alone [F005-A45]', async () => {
  const { access, insert, names } = await open()
  const both = () => {
    insert('half')()
    insert(null)()
  }
  const results = await Promise.allSettled([access.write(insert('a')), access.write(both), access.write(insert('c'))])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(names()).toEqual(['a', 'c'])
})

it('a write that throws alone leaves nothing behind', async () => {
  const { access, insert, names } = await open()
  await expect(access.write(() => {
    insert('half')()
    throw new Error('no')
  })).rejects.toThrow('no')
  expect(names()).toEqual([])
})

it('a full disk fails every write of its transaction, and leaves none of them [F005-A45]', async () => {
  const { database, access, insert, names } = await open()
  const pages = Number(database.$client.pragma('page_count', { simple: true }))
  database.$client.pragma(`max_page_count = ${pages}`)
  const results = await Promise.allSettled([
    access.write(insert('a')), access.write(insert('x'.repeat(100_000))), access.write(insert('c')),
  ])
  expect(
    results.map(result => result.status === 'rejected' && result.reason),
  ).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'storage-unavailable' })))
  expect(names()).toEqual([])
  database.$client.pragma('max_page_count = 1000')
  expect(await access.write(insert('later'))).toBe(1)
})

it('what is written while others are committed comes with the next transaction', async () => {
  const { access, insert, names, commits } = await open()
  await access.write(insert('a')).then(() => Promise.all([access.write(insert('b')), access.write(insert('c'))]))
  expect([names(), commits()]).toEqual([['a', 'b', 'c'], 2])
})

it('a write waits for the disk also with and after one that need not', async () => {
  const { database, access } = await open()
  const readMode = () => database.$client.pragma('synchronous', { simple: true })
  const [FULL, NORMAL] = [2, 1]
  expect(await Promise.all([access.writeUnsynced(readMode), access.write(readMode)])).toEqual([FULL, FULL])
  expect(await access.writeUnsynced(readMode)).toBe(NORMAL)
  expect(await access.write(readMode)).toBe(FULL)
})

it('a write that threw succeeds when its transaction is tried again and it does not throw any more [F005-A45]', async () => {
  const { access, insert, names } = await open()
  const firstThrows = (error: Error, work: () => unknown) => {
    let tries = 0
    return () => {
      tries += 1
      if (tries === 1) throw error
      return work()
    }
  }
  const locked = new Sqlite.SqliteError('locked', 'SQLITE_BUSY')
  await Promise.all([
    access.write(firstThrows(new Error('not yet'), insert('a'))), access.write(firstThrows(locked, insert('b'))),
  ])
  expect(names()).toEqual(['a', 'b'])
})
