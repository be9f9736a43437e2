import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrateDatabase, openDatabase } from '#server/store/sqlite/open-database'
import { createTemporaryFolder } from '../../../../support/temporary-folder'
import { migrationsBefore } from '../../../../support/migrations-before'
import { openTestStore } from '../../../../support/test-store'

test('approval modes stored under their earlier names keep their meaning [F006-A34]', async () => {
  const file = join(await createTemporaryFolder(), 'patchbay.db')
  const database = openDatabase(file)
  migrateDatabase(database, await migrationsBefore('approval-modes'))
  const insert = database.$client.prepare('INSERT INTO tool_settings (tool_id, enabled, approval) VALUES (?, 1, ?)')
  for (const [tool, mode] of [['a', 'never'], ['b', 'ask'], ['c', 'always-deny'], ['d', null]]) insert.run(tool, mode)
  database.$client.close()

  const store = await openTestStore(file)
  const modes = (await store.tools.listSettings()).map(({ toolId, approval }) => [toolId, approval])
  await store.close()
  expect(modes.sort()).toEqual([['a', 'allow'], ['b', 'ask'], ['c', 'deny'], ['d', undefined]])
})
