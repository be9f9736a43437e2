import { chmod, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrateDatabase, openDatabase } from '#server/store/sqlite/open-database'
import { createSqlAccess } from '#server/store/sqlite/sql-access'
import { seedConversation } from '../../../../support/build-rows'
import { createTemporaryFolder } from '../../../../support/temporary-folder'
import { createTestStore, MIGRATIONS_FOLDER, openTestStore } from '../../../../support/test-store'

describe('openDatabase', () => {
  test('sets what an acknowledged write relies on', async () => {
    const { $client } = openDatabase(join(await createTemporaryFolder(), 'new', 'patchbay.db'))
    onTestFinished(() => void $client.close())
    const read = (name: string) => $client.pragma(name, { simple: true })
    expect([read('journal_mode'), read('synchronous'), read('foreign_keys')]).toEqual(['wal', 2, 1])
  })

  test.skipIf(process.platform === 'win32')('keeps its files from other accounts, new ones and old ones [F012-A29]', async () => {
    const file = join(await createTemporaryFolder(), 'patchbay.db')
    const modes = async () => Promise.all([file, `${file}-wal`, `${file}-shm`].map(async path => (await stat(path)).mode & 0o777))
    const openAndWrite = () => {
      const { $client } = openDatabase(file)
      onTestFinished(() => void $client.close())
      $client.exec('CREATE TABLE IF NOT EXISTS notes (body TEXT)')
    }
    openAndWrite()
    expect(await modes()).toEqual([0o600, 0o600, 0o600])
    await Promise.all([file, `${file}-wal`, `${file}-shm`].map(path => chmod(path, 0o644)))
    openAndWrite()
    expect(await modes()).toEqual([0o600, 0o600, 0o600])
  })

  test('refuses a file that is no database, and says what to do', async () => {
    const file = join(await createTemporaryFolder(), 'patchbay.db')
    await writeFile(file, 'certainly not a database '.repeat(100))
    await expect(openTestStore(file)).rejects.toMatchObject({ code: 'misconfigured', message: expect.stringContaining('backup') })
  })

  test('refuses a database with a damaged page', async () => {
    const { store, file } = await createTestStore()
    for (let index = 0; index < 200; index++) await seedConversation(store, `talk-${index}`)
    await store.close()
    const handle = await open(file, 'r+')
    const { size } = await handle.stat()
    for (let page = 1; page < size / 4096; page++) await handle.write(Buffer.alloc(64, 0xff), 0, 64, page * 4096)
    await handle.close()
    await expect(openTestStore(file)).rejects.toMatchObject({ code: 'misconfigured', message: expect.stringContaining('damaged') })
  })

  test('refuses an empty file that it did not leave, and says what to do [F005-A76]', async () => {
    const file = join(await createTemporaryFolder(), 'patchbay.db')
    await writeFile(file, '')
    await expect(openTestStore(file)).rejects.toMatchObject({
      code: 'misconfigured', message: expect.stringMatching(/patchbay\.db is empty \(0 bytes\).*backup/),
    })
    expect((await stat(file)).size).toBe(0)
  })

  test.each([
    'CREATE TABLE songs (title TEXT)', 'PRAGMA user_version = 1',
  ])('refuses the database of another program, made by %s, and leaves it alone [F005-A76]', async (sql) => {
    const file = join(await createTemporaryFolder(), 'patchbay.db')
    const other = new Sqlite(file)
    other.exec(sql)
    other.close()
    const before = await readFile(file)
    await expect(openTestStore(file)).rejects.toMatchObject({
      code: 'misconfigured', message: expect.stringMatching(/another program|was not created by Patchbay/),
    })
    expect(await readFile(file)).toEqual(before)
  })

  test('goes on when it was killed while it made the file, and with a file of a version that did not mark it [F005-A76]', async () => {
    const file = join(await createTemporaryFolder(), 'patchbay.db')
    await writeFile(`${file}.new`, 'half')
    await (await openTestStore(file)).close()
    const client = new Sqlite(file)
    client.pragma('application_id = 0')
    client.close()
    await (await openTestStore(file)).close()
  })

  test('refuses a path that cannot be a file', async () => {
    const folder = join(await createTemporaryFolder(), 'patchbay.db')
    await mkdir(folder)
    await expect(openTestStore(folder)).rejects.toMatchObject({
      code: 'misconfigured', message: expect.stringContaining('cannot be opened'),
    })
  })
})

describe('a storage that fails', () => {
  test('lets the event loop go on while another process writes, and then writes itself', async () => {
    const { store, file } = await createTestStore()
    const other = new Sqlite(file)
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    const waiting = store.access.saveSetting('k', 'v')
    setImmediate(() => other.exec('COMMIT'))
    await waiting
    expect(await store.access.readSetting('k')).toBe('v')
  })

  test('gives up on a lock that stays, as something worth trying again', async () => {
    const { file } = await createTestStore()
    const database = openDatabase(file)
    const other = new Sqlite(file)
    onTestFinished(() => void (other.close(), database.$client.close()))
    database.$client.pragma('busy_timeout = 0')
    other.exec('BEGIN IMMEDIATE')
    const access = createSqlAccess(database, { forMs: 20, pauseMs: 1, now: () => performance.now() })
    const write = access.write(() => database.$client.exec('DELETE FROM settings'))
    await expect(write).rejects.toMatchObject({ code: 'storage-unavailable', retryable: true, retryAfterMs: 5000 })
  })

  test('waits for a lock by the time, however long an attempt takes, and never inside SQLite [F005-A70]', async () => {
    const { file } = await createTestStore()
    const database = openDatabase(file)
    migrateDatabase(database, MIGRATIONS_FOLDER)
    const other = new Sqlite(file)
    onTestFinished(() => void (other.close(), database.$client.close()))
    expect(database.$client.pragma('busy_timeout', { simple: true })).toBe(0)
    other.exec('BEGIN IMMEDIATE')
    let milliseconds = 0
    const access = createSqlAccess(database, { forMs: 5000, pauseMs: 1, now: () => milliseconds += 1000 })
    await expect(access.write(() => undefined)).rejects.toMatchObject({ code: 'storage-unavailable' })
    expect(milliseconds).toBe(6000)
  })

  test('changes nothing when the disk is full, and works again when there is room', async () => {
    const { file } = await createTestStore()
    const database = openDatabase(file)
    onTestFinished(() => void database.$client.close())
    const access = createSqlAccess(database)
    const insert = database.$client.prepare('INSERT INTO settings (key, value) VALUES (?, ?)')
    const pages = Number(database.$client.pragma('page_count', { simple: true }))
    database.$client.pragma(`max_page_count = ${pages}`)
    const tooMuch = access.write(() => {
      insert.run('small', 'x')
      insert.run('big', 'x'.repeat(100_000))
    })
    await expect(tooMuch).rejects.toMatchObject({ code: 'storage-unavailable', retryable: true, retryAfterMs: 5000 })
    database.$client.pragma('max_page_count = 1000000')
    await access.write(() => insert.run('small', 'x'))
    expect(database.$client.prepare('SELECT key FROM settings').all()).toEqual([{ key: 'small' }])
  })

  test('says that it is closing rather than failing oddly', async () => {
    const { store } = await createTestStore()
    await store.checkWritable()
    await store.close()
    await expect(store.access.saveSetting('k', 'v')).rejects.toMatchObject({ code: 'storage-unavailable', retryable: true })
  })
})

describe('what is written', () => {
  async function openAccess() {
    const { $client, ...database } = openDatabase(join(await createTemporaryFolder(), 'patchbay.db'))
    onTestFinished(() => void $client.close())
    $client.exec('CREATE TABLE notes (body TEXT)')
    const access = createSqlAccess({ ...database, $client } as ReturnType<typeof openDatabase>)
    const readLevel = () => $client.pragma('synchronous', { simple: true })
    return { access, $client, readLevel }
  }

  test('waits for the disk, unless it is progress on no record', async () => {
    const { access, readLevel } = await openAccess()
    expect([await access.write(readLevel), await access.writeUnsynced(readLevel), await access.write(readLevel)]).toEqual([2, 1, 2])
  })

  test('is all or nothing without the wait too, and the next write waits again', async () => {
    const { access, $client, readLevel } = await openAccess()
    const failing = access.writeUnsynced(() => {
      $client.exec('INSERT INTO notes VALUES (1)')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect($client.prepare('SELECT count(*) AS n FROM notes').get()).toEqual({ n: 0 })
    expect(await access.write(readLevel)).toBe(2)
  })
})
