import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCheckpointer } from '#server/store/sqlite/checkpointer'
import { openDatabase } from '#server/store/sqlite/open-database'
import { createTemporaryFolder } from '../../../../support/temporary-folder'

test('folds the log back into the database on another thread', async () => {
  const file = join(await createTemporaryFolder(), 'patchbay.sqlite')
  const { $client } = openDatabase(file)
  const done = Promise.withResolvers<undefined>()
  const scriptPath = resolve('server/store/sqlite/checkpoint-worker.mjs')
  const checkpointer = createCheckpointer({ file, scriptPath, delayMs: 1, onDone: () => done.resolve(undefined) })
  onTestFinished(async () => {
    await checkpointer.close()
    $client.close()
  })
  $client.exec('CREATE TABLE notes (body TEXT)')
  $client.prepare('INSERT INTO notes VALUES (?)').run('x'.repeat(100_000))
  const before = statSync(file).size
  checkpointer.touch()
  await done.promise
  expect(statSync(file).size).toBeGreaterThan(before + 100_000)
})
