import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own for one test, removed afterwards. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'patchbay-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
