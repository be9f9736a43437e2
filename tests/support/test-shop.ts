import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { createDemoDatabase } from '#server/tools/demo-workspace/create-demo-database'
import { createSqlitePlugin } from '#server/tools/plugins/sqlite/create-sqlite-plugin'
import { createTemporaryFolder } from './temporary-folder'
import { callTool } from './call-tool'
import { createToolCallContext } from './tool-call-context'

/** The sqlite plugin over a fresh demo shop, with a second database file outside its folder. */
export async function createTestShop({ timeoutMs }: { readonly timeoutMs?: number } = {}) {
  const folder = await createTemporaryFolder()
  const databaseDirectory = join(folder, 'databases')
  await mkdir(databaseDirectory)
  await createDemoDatabase(join(databaseDirectory, 'shop.sqlite'))
  await createDemoDatabase(join(folder, 'secret.sqlite'))
  const context = createPluginContext({ workspaceRoots: [], databaseDirectory, appDirectory: resolve('.'), weatherSource: 'sample' })
  const plugin = createSqlitePlugin(context, { timeoutMs })
  const call = (name: string, input: Readonly<Record<string, unknown>>, signal?: AbortSignal, userId?: string) =>
    callTool(plugin, name, input, createToolCallContext(signal, userId))
  return {
    folder,
    databaseDirectory,
    call,
    query: async (sql: string) => (await call('query_database', { sql })).structuredContent,
    /** Every file there is with its hash. */
    async files() {
      const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
      return Promise.all(names.sort().map(async name => [name, createHash('sha256').update(await readFile(name)).digest('hex')]))
    },
  }
}
