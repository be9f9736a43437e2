import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestShop } from '../../../../../support/test-shop'

const SCRIPT = resolve('server/tools/plugins/sqlite/query-child.mjs')
const LIMITS = { rows: 10, resultBytes: 10_000, cellBytes: 100, milliseconds: 60_000, memoryBytes: 2 ** 40 }

/*
 * Several layers keep a statement from writing. Each has to hold alone, so these tests take the others away before the script
 * starts, in a module that is loaded first.
 */
const ALLOW_ALL = `
  const { setAuthorizer } = sqlite.DatabaseSync.prototype
  sqlite.DatabaseSync.prototype.setAuthorizer = function (authorize) {
    // The script's own authorizer hears of one reading, so that the statement is run at all.
    setAuthorizer.call(this, (...action) => (authorize(sqlite.constants.SQLITE_SELECT), sqlite.constants.SQLITE_OK))
  }`
const NO_PRAGMAS = 'sqlite.DatabaseSync.prototype.exec = () => {}'
const OPEN_FOR_WRITING = `
  const { DatabaseSync } = sqlite
  sqlite.DatabaseSync = class extends DatabaseSync {
    constructor(file, options) { super(file, { ...options, readOnly: false }) }
  }`

async function createChild(...removed: readonly string[]) {
  const shop = await createTestShop()
  await mkdir(join(shop.folder, 'preload'))
  const preload = join(shop.folder, 'preload', 'preload.mjs')
  await writeFile(preload, `
    import { createRequire, syncBuiltinESMExports } from 'node:module'
    const sqlite = createRequire(import.meta.url)('node:sqlite')
    ${removed.join('\n')}
    syncBuiltinESMExports()`)
  return {
    ...shop,
    run: (sql: string) => {
      const input = JSON.stringify({ file: join(shop.databaseDirectory, 'shop.sqlite'), sql, limits: LIMITS })
      // The fourth pipe is the one that the watcher holds on to.
      const { stdout, stderr } = spawnSync(process.execPath, ['--import', preload, SCRIPT], {
        input, encoding: 'utf8', env: {}, stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      })
      if (!stdout) throw new Error(stderr)
      return JSON.parse(stdout) as { status: string, message?: string, rows?: unknown }
    },
  }
}

const WRITES = [
  'insert into customers (id, name, email, city, joined_on) values (99, \'x\', \'x\', \'x\', \'x\')', 'delete from order_items',
  'create table x (a)',
]

describe('a statement that writes', () => {
  it.each<[string, readonly string[]]>([
    ['the authorizer', [NO_PRAGMAS, OPEN_FOR_WRITING]],
    ['the connection, opened for reading', [ALLOW_ALL, NO_PRAGMAS]],
    ['query_only', [ALLOW_ALL, OPEN_FOR_WRITING]],
  ])('is stopped by %s alone [F003-A17]', async (_what, removed) => {
    const { run, files } = await createChild(...removed)
    const before = await files()
    for (const sql of WRITES) expect(run(sql)).toMatchObject({ status: 'invalid' })
    expect(await files()).toEqual(before)
  })

  it('writes when all of them are taken away: the tests above take away what they say', async () => {
    const { run, files } = await createChild(ALLOW_ALL, NO_PRAGMAS, OPEN_FOR_WRITING)
    const before = await files()
    run(WRITES[0]!)
    expect(await files()).not.toEqual(before)
  })
})

describe('without the authorizer', () => {
  it('no database is attached [F003-A17]', async () => {
    const { run, folder } = await createChild(ALLOW_ALL)
    expect(run(`attach '${folder}/secret.sqlite' as other`)).toEqual({
      status: 'invalid', message: 'SQLite: too many attached databases - max 0',
    })
  })

  it('no extension is loaded [F003-A17]', async () => {
    const { run } = await createChild(ALLOW_ALL)
    expect(run('select load_extension(\'/none\')')).toEqual({ status: 'invalid', message: 'SQLite: not authorized' })
  })

  it('a statement is read all the same', async () => {
    const { run } = await createChild(ALLOW_ALL)
    expect(run('select name from customers where id = 1')).toMatchObject({ status: 'read', rows: [['Alice Nguyen']] })
  })
})

it('temporary tables of a query are in memory and not in a file', async () => {
  const { run } = await createChild(ALLOW_ALL)
  expect(run('pragma temp_store')).toMatchObject({ status: 'read', rows: [[2]] })
})
