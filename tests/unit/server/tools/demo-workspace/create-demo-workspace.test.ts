import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDemoWorkspace } from '#server/tools/demo-workspace/create-demo-workspace'
import { createTemporaryFolder } from '../../../../support/temporary-folder'

async function createFolders() {
  const parent = await createTemporaryFolder()
  return { workspaceRoot: join(parent, 'workspace'), databaseDirectory: join(parent, 'databases') }
}

async function openShop() {
  const folders = await createFolders()
  await createDemoWorkspace(folders)
  const database = new Database(join(folders.databaseDirectory, 'shop.sqlite'), { readonly: true })
  onTestFinished(() => void database.close())
  return database
}

describe('the demo workspace', () => {
  it('is created with its files and its database on the first start [F003-A21]', async () => {
    const folders = await createFolders()
    await createDemoWorkspace(folders)
    expect((await readdir(folders.workspaceRoot, { recursive: true })).sort()).toEqual(
      ['README.md', 'notes', 'notes/ideas.md', 'notes/meeting.md', 'reports', 'reports/q3.csv'])
    expect(await readdir(folders.databaseDirectory)).toEqual(['shop.sqlite'])
  })

  it('leaves everything as it is on later starts', async () => {
    const folders = await createFolders()
    await createDemoWorkspace(folders)
    await rm(join(folders.workspaceRoot, 'README.md'))
    await writeFile(join(folders.workspaceRoot, 'notes/ideas.md'), 'mine')
    const database = await readFile(join(folders.databaseDirectory, 'shop.sqlite'))
    await createDemoWorkspace(folders)
    expect((await readdir(folders.workspaceRoot)).sort()).toEqual(['notes', 'reports'])
    expect(await readFile(join(folders.workspaceRoot, 'notes/ideas.md'), 'utf8')).toBe('mine')
    expect(await readFile(join(folders.databaseDirectory, 'shop.sqlite'))).toEqual(database)
  })

  it('is not put into a folder that is in use', async () => {
    const folders = await createFolders()
    await mkdir(folders.workspaceRoot)
    await writeFile(join(folders.workspaceRoot, 'my.txt'), 'mine')
    await createDemoWorkspace(folders)
    expect(await readdir(folders.workspaceRoot)).toEqual(['my.txt'])
  })
})

describe('the demo shop', () => {
  it.each([['customers', 12], ['products', 15], ['orders', 30]])('has in %s %i rows', async (table, count) => {
    expect((await openShop()).prepare(`select count(*) from ${table}`).pluck().get()).toBe(count)
  })

  it('has one Alice, whose four orders come to 1234.56 [F003-A22]', async () => {
    const database = await openShop()
    expect(database.prepare('select id from customers where name like \'%alice%\'').pluck().all()).toEqual([1])
    const totals = database.prepare('select total from orders where customer_id = 1 order by id').pluck().all()
    expect(totals).toEqual([538.98, 366.5, 258.9, 70.18])
    expect(database.prepare('select round(sum(total), 2) from orders where customer_id = 1').pluck().get()).toBe(1234.56)
  })

  it('has orders whose totals are the sums of their items', async () => {
    const wrong = (await openShop()).prepare(`
      select o.id from orders o left join order_items i on i.order_id = o.id
      group by o.id having round(sum(i.quantity * i.unit_price), 2) is not o.total`)
    expect(wrong.all()).toEqual([])
  })

  it('refers only to customers and products that it has', async () => {
    expect((await openShop()).pragma('foreign_key_check')).toEqual([])
  })
})
