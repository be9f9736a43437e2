import { spawnSync } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ToolTimeLimitError } from '#server/tools/tool-source'
import { createTestShop } from '../../../../../support/test-shop'

const ENDLESS = { sql: 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n' }

/** Processes of queries that this one has started and that have not ended. */
function countQueries(): number {
  const rows = spawnSync('ps', ['-A', '-o', 'ppid=,stat=,args='], { encoding: 'utf8' }).stdout.split('\n')
  return rows.filter(row => row.trim().startsWith(`${process.pid} `) && row.includes('query-child.mjs')).length
}

const WRITES = [
  'insert into customers values (99, \'x\', \'x\', \'x\', \'x\')', 'update customers set name = \'x\'', 'delete from customers',
  'replace into customers (id) values (1)',
  'with x as (select 1) insert into customers select 99, \'x\', \'x\', \'x\', \'x\' from x', 'with x as (select 1) delete from customers',
  'with x as (select 1) update orders set total = 0',
  'insert into customers default values returning id', 'update customers set name = \'x\' returning *',
  'delete from orders returning total',
  '/* select */ delete from customers', '-- select\ndelete from customers', '\n\t /**/ drop table customers', '; drop table customers',
  '(select 1); drop table customers',
  'create table x (a)', 'create temp table x (a)', 'create temporary table x as select * from customers', 'create view x as select 1',
  'create temp view x as select 1',
  'create index x on customers (name)', 'create trigger x after insert on customers begin select 1; end',
  'create temp trigger x after insert on customers begin select 1; end',
  'create virtual table x using fts5(a)', 'create virtual table temp.x using fts5(a)', 'drop table customers', 'drop index orders_customer',
  'alter table customers add column x', 'alter table customers rename to x',
  'reindex', 'analyze', 'vacuum', 'begin', 'begin immediate', 'commit', 'rollback', 'savepoint x', 'release x',
  'insert into sqlite_master values (1, 2, 3, 4, 5)',
  'explain delete from customers', 'explain query plan update customers set name = 1', 'explain vacuum',
]
const REACHES = [
  'attach \'../secret.sqlite\' as other', 'attach \'{folder}/secret.sqlite\' as other', 'attach \'file:{folder}/secret.sqlite\' as other',
  'attach \'file:{folder}/secret.sqlite?mode=ro\' as other',
  'attach \'file:{folder}/secret.sqlite?mode=rwc\' as other', 'attach \':memory:\' as other', 'attach \'\' as other',
  'attach database \'{folder}/new.sqlite\' as other', 'detach main',
  'vacuum into \'{folder}/copy.sqlite\'', 'vacuum into \'copy.sqlite\'', 'vacuum main into \'{folder}/databases/copy.sqlite\'',
  'pragma database_list', 'select * from pragma_database_list', 'select file from PRAGMA_DATABASE_LIST',
  'select * from "pragma_database_list"', 'pragma writable_schema = on', 'pragma journal_mode = wal',
  'pragma query_only = off', 'pragma temp_store_directory = \'{folder}\'', 'pragma user_version = 5', 'pragma compile_options',
  'select * from pragma_compile_options', 'select * from pragma_function_list',
  'pragma module_list', 'pragma wal_checkpoint', 'pragma mmap_size = 1', 'pragma table_info(customers); pragma database_list',
  'select load_extension(\'{folder}/x.so\')', 'select load_extension(\'/lib/x86_64-linux-gnu/libc.so.6\', \'system\')',
  'select fts3_tokenizer(\'simple\')', 'select fts3_tokenizer(\'simple\', x\'0000000000000000\')',
  'select readfile(\'/etc/passwd\')', 'select writefile(\'{folder}/x\', \'x\')', 'select edit(\'x\')', 'select sqlite_log(1, \'x\')',
  'select sqlite_compileoption_get(1)',
  'select * from fsdir(\'/\')', 'select * from sqlite_dbpage', 'select * from other.customers', '.shell ls', '.read /etc/passwd',
]
const STACKED = [
  'select 1; select 2', 'select 1; drop table customers', 'select 1;;; delete from customers',
  'select 1; /* */ -- x\n delete from customers', 'select \';\'; select 2', 'select 1; x',
  'select 1 /* ; */; select 2', 'select 1;\nselect 2;', 'select 1; -- a\n-- b\nselect 2', 'select 1; /* a */ /* b */ (select 2)',
  'select \'a;b\' from customers; select 1', 'select 1\0; drop table customers',
]

describe('a statement that does more than read', () => {
  it.each([...WRITES, ...REACHES])('%s is refused and changes nothing [F003-A17]', async (statement) => {
    const { folder, files, query } = await createTestShop()
    const before = await files()
    const error: unknown = await query(statement.replaceAll('{folder}', folder)).then(answer => ({ answer }), (reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(String(error).replaceAll(statement.replaceAll('{folder}', folder), '')).not.toContain(folder)
    expect(await files()).toEqual(before)
  })

  it.each(STACKED)('%j is refused as more than one [F003-A18]', async (statement) => {
    const { files, query } = await createTestShop()
    const before = await files()
    await expect(query(statement)).rejects.toThrow(/one statement|NUL/)
    expect(await files()).toEqual(before)
  })

  it.each(['', ';', '-- nothing', '/* nothing', '  '])('%j is refused as none', async (statement) => {
    const { query } = await createTestShop()
    await expect(query(statement)).rejects.toThrow()
  })
})

describe('a query without end', () => {
  it.each([
    ['a recursion', 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n'],
    ['a join', 'select count(*) from orders a, orders b, orders c, orders d, orders e, orders f, orders g, orders h'],
  ])('%s is killed at the time limit [F003-A19]', async (_what, sql) => {
    const { query } = await createTestShop({ timeoutMs: 300 })
    await expect(query(sql)).rejects.toThrow(new ToolTimeLimitError('The query was stopped after 0.3 seconds. Ask for less.'))
  })

  it('is killed when the call is cancelled [F003-A20]', async () => {
    const { call, query } = await createTestShop()
    const stop = new AbortController()
    const running = call(
      'query_database', { sql: 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n' }, stop.signal,
    )
    const refused = expect(running).rejects.toThrow('enough')
    await query('select 1')
    stop.abort(new Error('enough'))
    await refused
    await expect(running).rejects.toThrow('enough')
  })

  it('makes a fifth one wait until one of four ends, or until it is cancelled', async () => {
    const { call } = await createTestShop({ timeoutMs: 600_000 })
    const beside = await createTestShop({ timeoutMs: 600_000 })
    const four = Array.from({ length: 4 }, () => new AbortController())
    onTestFinished(() => four.forEach(controller => controller.abort()))
    // Each by a user of their own, because one user gets no more than half of the places.
    const running = four.map(({ signal }, index) => call('query_database', ENDLESS, signal, `user ${index}`))
    const stopped = Promise.allSettled(running)
    await expect.poll(countQueries, { timeout: 60_000 }).toBe(4)
    const cancel = new AbortController()
    const cancelled = expect(call('query_database', ENDLESS, cancel.signal, 'fifth user')).rejects.toThrow('enough of waiting')
    let hasAnswered = false
    const fifth = call('query_database', { sql: 'select 1' }, undefined, 'sixth user').then(() => {
      hasAnswered = true
    })
    // Another plugin has places of its own: while it answers twice, the fifth would have been answered too.
    await beside.query('select 1')
    await beside.query('select 1')
    expect(hasAnswered).toBe(false)
    cancel.abort(new Error('enough of waiting'))
    four[0]?.abort(new Error('enough'))
    await Promise.all([cancelled, fifth])
    for (const controller of four) controller.abort(new Error('enough'))
    expect((await stopped).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  }, 120_000)

  it.each<[string, number, boolean]>([
    ['killed at the time limit', 300, false],
    ['cancelled', 600_000, true],
  ])('that is %s leaves no process and no file when the call ends [F003-A19] [F003-A20]', async (_what, timeoutMs, isCancelled) => {
    const { call, files } = await createTestShop({ timeoutMs })
    const before = await files()
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const running = call('query_database', ENDLESS, stop.signal)
    const refused = expect(running).rejects.toThrow(isCancelled ? 'enough' : 'The query was stopped')
    await expect.poll(countQueries, { timeout: 60_000 }).toBe(1)
    if (isCancelled) stop.abort(new Error('enough'))
    await refused
    expect(countQueries()).toBe(0)
    expect(await files()).toEqual(before)
  }, 60_000)
})

describe('a query for too much', () => {
  it.each([
    'select zeroblob(900000000)', 'select randomblob(900000000)', 'select hex(zeroblob(900000))',
    'select printf(\'%.*c\', 900000000, \'x\')', 'select replace(printf(\'%.*c\', 900000, \'x\'), \'x\', \'yy\')',
  ])(
    '%s is refused as too big', async (sql) => {
      const { query } = await createTestShop()
      await expect(query(sql)).rejects.toThrow('SQLite: string or blob too big')
    })

  it('is killed when it fills the memory', async () => {
    const { query } = await createTestShop({ timeoutMs: 60_000 })
    const blobs = 'with recursive n(x) as (select randomblob(900000) union all select randomblob(900000) from n)'
    const sql = `${blobs} select length(x) from n order by x`
    await expect(query(sql)).rejects.toThrow('The query was stopped: it needs too much memory. Ask for less.')
  }, 60_000)
})
