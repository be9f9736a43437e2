import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { lockFolder } from '#server/store/sqlite/folder-lock'
import { createTemporaryFolder } from '../../../../support/temporary-folder'

const REFUSED = { code: 'misconfigured', message: expect.stringContaining('Another Patchbay process works in the data folder') }

test('refuses a folder that is locked, until the lock is released [F005-A75]', async () => {
  const folder = join(await createTemporaryFolder(), 'data')
  const first = lockFolder(folder)
  expect(() => lockFolder(folder, 1)).toThrow(expect.objectContaining(REFUSED))
  first.release()
  lockFolder(folder, 1).release()
  expect((await stat(join(folder, 'patchbay.lock'))).mode & 0o077).toBe(0)
})

test('gives a folder free when the process that locked it is killed [F005-A75]', async () => {
  const folder = await createTemporaryFolder()
  const script = `const db = new (require('better-sqlite3'))(process.argv[1]); db.exec('BEGIN EXCLUSIVE'); console.log('locked'); `
    + 'setInterval(() => {}, 1000)'
  const child = spawn(
    process.execPath, ['-e', script, join(folder, 'patchbay.lock')], { cwd: resolve('.'), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(child.stdout, 'data')
  expect(() => lockFolder(folder, 1)).toThrow(expect.objectContaining(REFUSED))
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  lockFolder(folder, 1).release()
})
