import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrateDatabase, openDatabase } from '#server/store/sqlite/open-database'
import { createTemporaryFolder } from '../../../../support/temporary-folder'
import { MIGRATIONS_FOLDER, openTestStore } from '../../../../support/test-store'

/** The migrations as an earlier version shipped them. */
async function copyMigrations(count: number): Promise<string> {
  const folder = join(await createTemporaryFolder(), 'drizzle')
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
  const journal = join(folder, 'meta', '_journal.json')
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }))
  return folder
}

test('keeps the order of runs and conversations that were there before they were numbered [F005-A74]', async () => {
  const file = join(await createTemporaryFolder(), 'patchbay.db')
  const database = openDatabase(file)
  migrateDatabase(database, await copyMigrations(3))
  const insertTalk = database.$client.prepare(
    'INSERT INTO conversations (id, user_id, title, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  )
  for (const [id, at] of [['a', '2026-01-03'], ['b', '2026-01-01'], ['c', '2026-01-02']]) insertTalk.run(id, 'alice', id, at, at)
  insertTalk.run('bobs', 'bob', 'bobs', '2026-01-01', '2026-01-01')
  const insertRun = database.$client.prepare(`INSERT INTO runs
    (id, conversation_id, user_id, user_name, state, model, input, limits, tools, fence, last_sequence, steps, usage, created_at)
    VALUES (?, 'a', 'alice', 'Alice', 'running', 'demo/demo', '[]', '{}', '[]', 1, 0, 0, '{}', ?)`)
  for (const [id, at] of [['z', '2026-01-01'], ['y', '2026-01-03'], ['x', '2026-01-02']]) insertRun.run(id, at)
  database.$client.close()

  const store = await openTestStore(file)
  expect((await store.conversations.list('alice', { limit: 9 })).items.map(item => item.id)).toEqual(['a', 'c', 'b'])
  expect((await store.runs.listUnfinished()).map(run => run.id)).toEqual(['z', 'y', 'x'])
  await store.close()
})
