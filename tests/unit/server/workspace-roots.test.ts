import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { createTemporaryFolder } from '../../support/temporary-folder'

/** Folders `files`, `files-other` and `data` beside each other; `data` holds `databases` and `workspace`. */
async function createFolders() {
  const parent = await createTemporaryFolder()
  for (const path of ['files', 'files-other', 'data/databases', 'data/workspace']) await mkdir(join(parent, path), { recursive: true })
  const at = (path: string) => join(parent, path)
  const read = (workspace: string | undefined, data = 'data') =>
    readConfig({ PATCHBAY_WORKSPACE: workspace, PATCHBAY_DATA_DIR: at(data) }, { appDirectory: '/app', adapters: [] }).workspaceRoots
  return { parent, at, read }
}

describe('a workspace', () => {
  it('is the folder of that name in the data folder when none is named', async () => {
    const { at, read } = await createFolders()
    expect(read(undefined)).toEqual([at('data/workspace')])
    expect(read(undefined, 'not-yet')).toEqual([at('not-yet/workspace')])
  })

  it('may be several folders, separated like PATH, each once [F003-A31]', async () => {
    const { at, read } = await createFolders()
    expect(read([at('files'), '', at('files-other'), `${at('files')}/`].join(delimiter))).toEqual([at('files'), at('files-other')])
  })

  it.each([
    ['is the data folder', 'data'],
    ['contains it', '.'],
    ['lies inside it', 'data/databases'],
    ['will lie inside it', 'data/new/deep'],
    ['is spelled around it', 'data/workspace/../databases'],
    ['lies inside its workspace', 'data/workspace/deep'],
  ])('that %s is refused, and the error says what to set [F003-A30]', async (_what, path) => {
    const { at, read } = await createFolders()
    expect(() => read(at(path))).toThrow(/PATCHBAY_WORKSPACE: .*data folder.*Set PATCHBAY_WORKSPACE to .* or PATCHBAY_DATA_DIR to/)
    expect(() => read([at('files'), at(path)].join(delimiter))).toThrow(/PATCHBAY_WORKSPACE/)
  })

  it('that contains a data folder of tomorrow is refused [F003-A30]', async () => {
    const { at, read } = await createFolders()
    expect(() => read(at('files'), 'files/not/yet')).toThrow(/PATCHBAY_WORKSPACE/)
    expect(() => read(at('not-yet'), 'not-yet/data')).toThrow(/PATCHBAY_WORKSPACE/)
  })

  it.each([
    ['to the data folder', 'data', 'link'],
    ['to a folder that contains it', '.', 'link'],
    ['to a folder inside it', 'data/databases', 'link'],
    ['on the way to a folder inside it', 'data', 'link/databases'],
    ['on the way to a folder that will lie inside it', 'data', 'link/new'],
  ])('behind a link %s is refused [F003-A30]', async (_what, target, path) => {
    const { at, read } = await createFolders()
    await symlink(at(target), at('link'))
    expect(() => read(at(path))).toThrow(/PATCHBAY_WORKSPACE: .*data folder/)
  })

  it('that contains the target of a link to the data folder is refused [F003-A30]', async () => {
    const { at, read } = await createFolders()
    await mkdir(at('files/secrets'))
    await symlink(at('files/secrets'), at('data-link'))
    expect(() => read(at('files'), 'data-link')).toThrow(/PATCHBAY_WORKSPACE/)
  })

  it('behind a link that leads nowhere yet is refused: it may lead to the data folder later [F003-A30]', async () => {
    const { at, read } = await createFolders()
    await symlink(at('not-yet'), at('link'))
    expect(() => read(at('link'), 'not-yet')).toThrow(/PATCHBAY_WORKSPACE: .*link that leads nowhere/)
    expect(() => read(at('link/deep'), 'not-yet')).toThrow(/PATCHBAY_WORKSPACE: .*link that leads nowhere/)
  })

  it('named `workspace` in the data folder is refused when it is a link to the data folder [F003-A30]', async () => {
    const { at, read } = await createFolders()
    await mkdir(at('other'))
    await symlink('.', at('other/workspace'))
    expect(() => read(undefined, 'other')).toThrow(/PATCHBAY_WORKSPACE/)
  })

  it('beside the data folder is accepted, whatever its name begins with', async () => {
    const { at, read } = await createFolders()
    await mkdir(at('data-files'))
    await symlink(at('files'), at('link'))
    for (const path of ['data-files', 'files', 'files/new', 'link', 'data/workspace']) expect(read(at(path))).toEqual([at(path)])
  })
})

describe('a workspace that holds the server itself', () => {
  const readWith = (workspace: string, data: string, appDirectory: string) =>
    readConfig({ PATCHBAY_WORKSPACE: workspace, PATCHBAY_DATA_DIR: data }, { appDirectory, adapters: [] }).workspaceRoots

  it.each([
    'program', '.', 'program/server', 'program/server/chunks', 'program/server/not-yet', 'link', 'link/server/chunks',
  ])('is refused as %s, and the error says what to set [F003-A80]', async (path) => {
    const { at } = await createFolders()
    await mkdir(at('program/server/chunks'), { recursive: true })
    await symlink(at('program'), at('link'))
    const data = join(await createTemporaryFolder(), 'data')
    expect(() => readWith(at(path), data, at('program/server'))).toThrow(
      /PATCHBAY_WORKSPACE: .*own program or settings\. Set PATCHBAY_WORKSPACE to a folder outside .*server that contains neither it nor .*\.env\./,
    )
    expect(readWith(at('files'), data, at('program/server'))).toEqual([at('files')])
  })

  it('is refused where the pages of a build lie, and accepted beside it [F003-A80]', async () => {
    const { at } = await createFolders()
    for (const path of ['built/server', 'built/public', 'other/public']) await mkdir(at(path), { recursive: true })
    await writeFile(at('built/nitro.json'), '{}')
    const data = join(await createTemporaryFolder(), 'data')
    expect(() => readWith(at('built/public'), data, at('built/server'))).toThrow(/own program/)
    expect(readWith(at('other/public'), data, at('built/server'))).toEqual([at('other/public')])
  })

  it('is accepted as the workspace of a data folder that lies in the program folder [F003-A80]', async () => {
    const { at, parent } = await createFolders()
    expect(readWith('', at('data'), parent)).toEqual([at('data/workspace')])
    expect(readWith(at('data/workspace'), at('data'), parent)).toEqual([at('data/workspace')])
    await mkdir(at('program/server'), { recursive: true })
    await mkdir(at('linked'))
    await symlink(at('program/server'), at('linked/workspace'))
    expect(() => readWith('', at('linked'), at('program'))).toThrow(/own program/)
  })

  it.each(['.', '..'])('is refused as %s of the folder that it was started in, where it reads .env [F003-A80]', async (path) => {
    // Not in a temporary folder: the checkout may lie beside that one, and `..` would hold the data as well.
    const data = resolve('/', 'patchbay-data-of-this-test')
    expect(() => readWith(path, data, '/app')).toThrow(/own program or settings.*\.env/)
  })
})

it.each([
  '/proc', '/proc/self', '/sys/kernel', '/dev', 'link',
])('%s, which holds what the kernel shows, is refused as a workspace [F003-A81]', async (path) => {
  const { at, read } = await createFolders()
  await symlink('/proc/self', at('link'))
  expect(() => read(path === 'link' ? at(path) : path)).toThrow(/PATCHBAY_WORKSPACE: .* processes or devices/)
})

it('the folder that the server was started in is refused while the data folder is the default [F003-A30]', () => {
  expect(() => readConfig({ PATCHBAY_WORKSPACE: '.' }, { appDirectory: '/app', adapters: [] })).toThrow(/Set PATCHBAY_WORKSPACE to/)
})
