import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrateDatabase } from '#server/store/migrate'
import { openDatabase } from '#server/store/open-database'
import { createTemporaryFolder } from '../../../support/temporary-folder'
import { MIGRATIONS_FOLDER, openTestStore } from '../../../support/test-store'

/** The migrations up to, and without, one of them. */
async function migrationsBefore(name: string): Promise<string> {
  const folder = await createTemporaryFolder()
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  const end = journal.entries.findIndex((entry: { readonly tag: string }) => entry.tag.endsWith(name))
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }))
  return folder
}

test('runs stored before they had parents follow the one accepted before them in their conversation [F005-A31]', async () => {
  const file = join(await createTemporaryFolder(), 'patchbay.db')
  const database = openDatabase(file)
  migrateDatabase(database, await migrationsBefore('run-parents'))
  const insertTalk = database.$client.prepare('INSERT INTO conversations (id, user_id, title, created_at, updated_at) VALUES (?, \'alice\', \'\', \'\', \'\')')
  const insertRun = database.$client.prepare(`INSERT INTO runs (id, conversation_id, user_id, user_name, state, model, input, limits, tools, fence, last_sequence, steps, usage, created_at)
    VALUES (?, ?, 'alice', 'Alice', 'completed', 'm/m', '[]', '{}', '[]', 1, 1, 1, '{}', 'the same time')`)
  for (const talk of ['talk', 'other']) insertTalk.run(talk)
  for (const [id, talk] of [['z', 'talk'], ['o', 'other'], ['a', 'talk'], ['m', 'talk']]) insertRun.run(id, talk)
  database.$client.close()

  const store = await openTestStore(file)
  const parents = (await store.runs.listByConversation('talk', 'alice')).map(({ id, parent }) => [id, parent])
  await store.close()
  expect(parents).toEqual([['z', null], ['a', 'z'], ['m', 'a']])
})
