import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { createFilesystemPlugin } from '#server/tools/plugins/filesystem/create-filesystem-plugin'
import { createTemporaryFolder } from './temporary-folder'
import { callTool } from './call-tool'
import { createToolCallContext } from './tool-call-context'

const CANARY = 'canary: nobody may read this'

/** A workspace `allowed` with the folder `allowed-evil` beside it, which holds a canary. */
export async function createTestWorkspace() {
  const parent = await createTemporaryFolder()
  const root = join(parent, 'allowed')
  const evil = join(parent, 'allowed-evil')
  await mkdir(join(root, 'notes'), { recursive: true })
  await mkdir(evil)
  await writeFile(join(root, 'notes', 'meeting.md'), '# Meeting\nWe agreed.\n')
  await writeFile(join(evil, 'canary.txt'), CANARY)
  const plugin = createFilesystemPlugin(createPluginContext({
    workspaceRoots: [root], databaseDirectory: '', appDirectory: '', weatherSource: 'sample',
  }))
  const call = async (name: string, input: Readonly<Record<string, unknown>>, signal?: AbortSignal) =>
    callTool(plugin, name, input, createToolCallContext(signal))
  return {
    root,
    evil,
    parent,
    call,
    read: (path: string) => readFile(join(root, path), 'utf8'),
    /** All four operations on one path; the texts of the answers and refusals. */
    async tryEverything(path: string): Promise<string[]> {
      const calls = [
        call('read_file', { path }),
        call('write_file', { path, content: 'overwritten' }),
        call('list_directory', { path }),
        call('search_files', { path, content: 'canary' }),
      ]
      return Promise.all(calls.map(answer =>
        answer.then(result => `ok ${JSON.stringify(result)}`, (error: unknown) => `refused ${String(error)}`)))
    },
    async outside(): Promise<{ names: string[], canary: string }> {
      return { names: [...await readdir(parent), ...await readdir(evil)].sort(), canary: await readFile(join(evil, 'canary.txt'), 'utf8') }
    },
  }
}

/** What `outside()` says as long as nothing beyond the workspace was touched. */
export const UNTOUCHED = { names: ['allowed', 'allowed-evil', 'canary.txt'], canary: CANARY }
