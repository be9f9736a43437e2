import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDemoDatabase } from '#server/tools/demo-workspace/create-demo-database'
import { createTestShop } from '../../../../../support/test-shop'

describe('query_database', () => {
  it('answers with a table and with rows [F003-A16]', async () => {
    const { call } = await createTestShop()
    expect(
      await call('query_database', { sql: 'select id, total from orders where customer_id = 1 and total < 300 order by id;' }),
    ).toEqual({
      content: [{ type: 'text', text: '| id | total |\n| --- | --- |\n| 1018 | 258.9 |\n| 1026 | 70.18 |\n\n2 rows' }],
      structuredContent: { columns: ['id', 'total'], rows: [[1018, 258.9], [1026, 70.18]], rowCount: 2, truncated: false },
      isTextComplete: true,
    })
  })

  it.each([
    ['a common table expression', 'with big as (select * from orders where total > 500) select count(*) from big', [[4]]],
    [
      'a recursion that ends', 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 3) select i from n',
      [[1], [2], [3]],
    ],
    ['a window', 'select row_number() over (order by id) from customers limit 1', [[1]]],
    ['a union', 'select 1 union select 2', [[1], [2]]],
    ['values', 'values (1, \'a;b\')', [[1, 'a;b']]],
    ['comments around it', '/* ; */ select 1 -- ; select 2\n ; -- end', [[1]]],
    ['the columns of a table', 'pragma table_info(products)', expect.arrayContaining([[3, 'price', 'REAL', 1, null, 0]])],
    ['JSON', 'select json_extract(\'{"a":5}\', \'$.a\')', [[5]]],
    ['two columns of one name', 'select 1 as a, 2 as a', [[1, 2]]],
    ['large whole numbers', 'select 9223372036854775807, 9007199254740991', [['9223372036854775807', 9007199254740991]]],
    ['infinity', 'select 9e999', [['Infinity']]],
    ['nothing', 'select * from customers where 0', []],
    ['bytes', 'select x\'0102\', null', [['[2 bytes]', null]]],
  ])('reads %s', async (_what, sql, rows) => {
    const { query } = await createTestShop()
    expect(await query(sql)).toMatchObject({ rows, truncated: false })
  })

  it('passes on what SQLite says, without the path of the file', async () => {
    const { call, databaseDirectory, query } = await createTestShop()
    await expect(query('select * from client')).rejects.toThrow('SQLite: no such table: client')
    await expect(query('selec 1')).rejects.toThrow('SQLite: near "selec": syntax error')
    await writeFile(join(databaseDirectory, 'broken.sqlite'), 'this is not a database'.repeat(100))
    const error: unknown = await call('query_database', { sql: 'select * from sqlite_master', database: 'broken' })
      .catch((reason: unknown) => reason)
    expect(String(error)).toMatch(/not a database/)
    expect(String(error)).not.toContain(databaseDirectory)
  })

  it('knows databases by name only', async () => {
    const { call, databaseDirectory } = await createTestShop()
    await createDemoDatabase(join(databaseDirectory, 'archive.sqlite'))
    const listed = await call('list_tables', { database: 'shop' })
    expect(listed.structuredContent).toMatchObject({ database: 'shop', databases: ['archive', 'shop'] })
    expect(listed.content).toMatchObject([{ text: expect.stringMatching(/^Other databases: archive$/m) }])
    await expect(call('query_database', { sql: 'select 1', database: 'none' })).rejects.toThrow(
      'There is no database "none". Known: archive, shop.',
    )
    for (const database of ['../secret', '/etc/passwd', 'shop.sqlite', '']) {
      await expect(call('query_database', { sql: 'select 1', database })).rejects.toThrow()
    }
  })
})

describe('the queries of several people', () => {
  it('answers one person while another has endless queries at work and waiting [F003-A60]', async () => {
    const { call } = await createTestShop({ timeoutMs: 60_000 })
    const stop = new AbortController()
    const sql = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n'
    const endless = Array.from({ length: 6 }, () => call('query_database', { sql }, stop.signal, 'ada').catch((error: unknown) => error))
    const answer = await call('query_database', { sql: 'select 1' }, undefined, 'bob')
    expect(answer.structuredContent).toMatchObject({ rows: [[1]] })
    stop.abort('enough')
    expect(await Promise.all(endless)).toEqual(endless.map(() => 'enough'))
  })
})

describe('list_tables', () => {
  it('describes every table', async () => {
    const { call } = await createTestShop()
    const result = await call('list_tables', {})
    expect(result.content[0]).toMatchObject({
      text: expect.stringContaining('- customers(id INTEGER primary key, name TEXT, email TEXT, city TEXT, joined_on TEXT)'),
    })
    expect(result.structuredContent).toMatchObject({
      database: 'shop',
      tables: [
        { name: 'customers' }, { name: 'order_items' }, { name: 'orders' }, { name: 'products', kind: 'table', columns: { length: 4 } },
      ],
    })
  })
})

it('a link among the databases is no database', async () => {
  const { call, databaseDirectory } = await createTestShop()
  await symlink('../secret.sqlite', join(databaseDirectory, 'linked.sqlite'))
  await expect(call('query_database', { sql: 'select 1', database: 'linked' })).rejects.toThrow(
    'There is no database "linked". Known: shop.',
  )
})

it('a cell cannot leave its place in the table', async () => {
  const { call } = await createTestShop()
  const { content } = await call('query_database', { sql: 'select \'a|b\' as "c|d", \'x\ny\', \'p\\q\', null' })
  expect(content).toMatchObject([{ text: expect.stringContaining('| a\\|b | x\\ny | p\\\\q | NULL |') }])
  expect(content).toMatchObject([{ text: expect.stringMatching(/^\| c\\\|d \|/) }])
})

describe('a limit of query_database', () => {
  it('is 500 rows', async () => {
    const { query } = await createTestShop()
    const rows = (count: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n`
    expect(await query(rows(500))).toMatchObject({ rowCount: 500, truncated: false })
    expect(await query(rows(501))).toMatchObject({ rowCount: 500, truncated: true })
  })

  it('is 4,096 characters of a value, which is not cut inside one', async () => {
    const { query } = await createTestShop()
    expect(await query('select printf(\'%.*c\', 4096, \'x\')')).toMatchObject({ rows: [['x'.repeat(4_096)]] })
    expect(await query('select \'x\' || replace(printf(\'%.*c\', 3000, \'y\'), \'y\', \'😀\')')).toMatchObject({
      rows: [[`x${'😀'.repeat(2_047)}… [6001 characters]`]],
    })
  })

  it('keeps 500 rows', async () => {
    const { query } = await createTestShop()
    expect(await query('select a.id from orders a, orders b')).toMatchObject({ rowCount: 500, truncated: true })
  })

  it('keeps 200 KB', async () => {
    const { query } = await createTestShop()
    expect(await query('select printf(\'%.*c\', 4000, \'x\') from orders a, orders b')).toMatchObject({ rowCount: 49, truncated: true })
  })

  it('cuts one value at 4 KB', async () => {
    const { query } = await createTestShop()
    expect(await query('select printf(\'%.*c\', 5000, \'x\')')).toMatchObject({ rows: [[`${'x'.repeat(4_096)}… [5000 characters]`]] })
  })
})
