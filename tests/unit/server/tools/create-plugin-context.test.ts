import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { createTemporaryFolder } from '../../../support/temporary-folder'

/** A context whose database folder lies beside a key, with a link to it. */
async function createContext() {
  const folder = await createTemporaryFolder()
  const databaseDirectory = join(folder, 'databases')
  await mkdir(join(databaseDirectory, 'inner'), { recursive: true })
  await writeFile(join(folder, 'secrets.key'), 'key')
  await writeFile(join(databaseDirectory, 'shop.sqlite'), '')
  await symlink('../secrets.key', join(databaseDirectory, 'linked.sqlite'))
  return {
    folder, databaseDirectory,
    context: createPluginContext({ workspaceRoots: [folder], databaseDirectory, appDirectory: folder, weatherSource: 'sample' }),
  }
}

describe('the context of a plugin', () => {
  it('holds no path of the server [F003-A96]', async () => {
    const { context } = await createContext()
    expect(JSON.parse(JSON.stringify(context))).toEqual({ workspace: {}, databaseFiles: {}, programFiles: {}, weatherSource: 'sample' })
  })

  it('finds the regular files of a folder for another process [F003-A96]', async () => {
    const { context, databaseDirectory } = await createContext()
    expect(await context.databaseFiles.listFiles()).toEqual(['shop.sqlite'])
    expect(await context.databaseFiles.resolveFile('shop.sqlite')).toBe(join(databaseDirectory, 'shop.sqlite'))
  })

  it.each([
    '../secrets.key', 'linked.sqlite', 'inner/../../secrets.key', '~/secrets.key', '..%2fsecrets.key', 'none.sqlite', 'inner', '.', '',
  ])('finds no file at %j [F003-A96]', async (path) => {
    const { context, folder } = await createContext()
    const error = await context.databaseFiles.resolveFile(path).catch((thrown: unknown) => thrown)
    expect(String(error)).toMatch(/^WorkspaceError/)
    expect(String(error)).not.toContain(folder)
  })

  it('finds nothing in a folder that does not exist [F003-A96]', async () => {
    const { folder } = await createContext()
    const { databaseFiles } = createPluginContext({
      workspaceRoots: [], databaseDirectory: join(folder, 'none'), appDirectory: folder, weatherSource: 'sample',
    })
    expect(await databaseFiles.listFiles()).toEqual([])
    await expect(databaseFiles.resolveFile('shop.sqlite')).rejects.toThrow('does not exist on the server')
  })
})
