import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrateDatabase, openDatabase } from '#server/store/sqlite/open-database'
import { createTemporaryFolder } from '../../../../support/temporary-folder'
import { migrationsBefore } from '../../../../support/migrations-before'
import { openTestStore } from '../../../../support/test-store'

test('runs stored before they had parents follow the one accepted before them in their conversation [F005-A31]', async () => {
  const file = join(await createTemporaryFolder(), 'patchbay.db')
  const database = openDatabase(file)
  migrateDatabase(database, await migrationsBefore('run-parents'))
  const insertTalk = database.$client.prepare(
    'INSERT INTO conversations (id, user_id, title, created_at, updated_at) VALUES (?, \'alice\', \'\', \'\', \'\')',
  )
  const insertRun = database.$client.prepare(`INSERT INTO runs
    (id, conversation_id, user_id, user_name, state, model, input, limits, tools, fence, last_sequence, steps, usage, created_at)
    VALUES (?, ?, 'alice', 'Alice', 'completed', 'm/m', '[]', '{}', '[]', 1, 1, 1, '{}', 'the same time')`)
  for (const talk of ['talk', 'other']) insertTalk.run(talk)
  for (const [id, talk] of [['z', 'talk'], ['o', 'other'], ['a', 'talk'], ['m', 'talk']]) insertRun.run(id, talk)
  database.$client.close()

  const store = await openTestStore(file)
  const parents = (await store.runs.listByConversation('talk', 'alice')).map(({ id, parent }) => [id, parent])
  await store.close()
  expect(parents).toEqual([['z', null], ['a', 'z'], ['m', 'a']])
})
