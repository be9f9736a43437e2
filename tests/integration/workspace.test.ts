import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { createTemporaryName } from '#server/tools/workspace/temporary-file'
import { createInProcessApp } from '../support/in-process-app'
import { createTemporaryFolder } from '../support/temporary-folder'

it('a server removes the temporary files of an earlier one from each workspace folder at its start [F003-A33]', async () => {
  const parent = await createTemporaryFolder()
  const roots = [join(parent, 'one'), join(parent, 'two')]
  for (const root of roots) {
    await mkdir(root)
    await writeFile(join(root, 'mine.md'), 'mine')
    await writeFile(join(root, createTemporaryName()), 'half')
  }
  const app = await createInProcessApp({ PATCHBAY_WORKSPACE: roots.join(delimiter) })
  await app.close()
  for (const root of roots) expect(await readdir(root)).toEqual(['mine.md'])
})

it('a server does not start on a workspace that contains its data folder [F003-A30]', async () => {
  const folder = await createTemporaryFolder()
  await expect(createInProcessApp(
    { PATCHBAY_WORKSPACE: folder }, { folder: join(folder, 'data') },
  )).rejects.toThrow(/Set PATCHBAY_WORKSPACE to/)
  expect(await readdir(folder)).toEqual([])
})
