import { mkdir, readFile, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { createFilesystemPlugin } from '#server/tools/plugins/filesystem/create-filesystem-plugin'
import { createTemporaryFolder } from '../../../../../support/temporary-folder'
import { callTool } from '../../../../../support/call-tool'

const FILES = {
  'ws/both.md': 'first', 'ws/notes/first.md': 'needle first',
  'second/both.md': 'second', 'second/notes/second.md': 'needle second', 'second/only/deep.md': 'needle deep',
  'ws-other/canary.txt': 'canary', 'second-other/canary.txt': 'canary',
}

/** A workspace of `ws` and `second`, with a sibling of each whose name starts the same. */
async function createRoots(names: readonly string[] = ['ws', 'second']) {
  const parent = await createTemporaryFolder()
  const at = (path: string) => join(parent, path)
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(join(at(path), '..'), { recursive: true })
    await writeFile(at(path), text)
  }
  const plugin = createFilesystemPlugin(createPluginContext({
    workspaceRoots: names.map(at), databaseDirectory: '', appDirectory: '', weatherSource: 'sample',
  }))
  const call = (name: string, input: Readonly<Record<string, unknown>>) => callTool(plugin, name, input)
  return {
    at,
    call,
    text: async (path: string) => (await call('read_file', { path })).content.map(block => block.type === 'text' ? block.text : '').join(),
    /** The answers of all four tools to one path. */
    tryEverything: async (path: string) => {
      const calls = [
        call('read_file', { path }), call('write_file', { path, content: 'overwritten' }), call('list_directory', { path }),
        call('search_files', { path }),
      ]
      return Promise.all(calls.map(answer =>
        answer.then(result => `ok ${JSON.stringify(result)}`, (error: unknown) => `refused ${String(error)}`)))
    },
    canaries: async () => Promise.all(['ws-other', 'second-other'].map(async name => [
      ...await readdir(at(name)), await readFile(at(`${name}/canary.txt`), 'utf8'),
    ])),
  }
}

const UNTOUCHED = [['canary.txt', 'canary'], ['canary.txt', 'canary']]

describe('a relative path in a workspace of several folders', () => {
  it('is read from the first folder that has it [F003-A31]', async () => {
    const { text } = await createRoots()
    expect(await text('both.md')).toBe('first')
    expect(await text('notes/second.md')).toBe('needle second')
    await expect(text('none.md')).rejects.toThrow('Cannot use "none.md": it does not exist')
  })

  it('is written in the first folder, also where another one has it [F003-A31]', async () => {
    const { at, call } = await createRoots()
    expect((await call('write_file', { path: 'notes/second.md', content: 'new' })).structuredContent).toEqual({
      path: 'notes/second.md', bytes: 3, created: true,
    })
    expect(await readFile(at('ws/notes/second.md'), 'utf8')).toBe('new')
    expect(await readFile(at('second/notes/second.md'), 'utf8')).toBe('needle second')
  })

  it('is listed with the folder that holds it, and the others [F003-A31]', async () => {
    const { at, call } = await createRoots()
    expect((await call('list_directory', {})).structuredContent).toMatchObject({
      path: '.', workspaceFolder: at('ws'), otherWorkspaceFolders: [at('second')],
    })
    const listed = await call('list_directory', { path: 'only' })
    expect(listed.structuredContent).toMatchObject({
      path: at('second/only'), workspaceFolder: at('second'), otherWorkspaceFolders: [at('ws')],
    })
    expect(listed.content).toEqual([
      { type: 'text', text: `deep.md (11 bytes)\n[In the workspace folder ${at('second')}. The others, by absolute path: ${at('ws')}]` },
    ])
  })

  it('that leads out of the first folder is not looked for in the second [F003-A12]', async () => {
    const { at, tryEverything, canaries } = await createRoots()
    await symlink(at('ws-other'), at('ws/only'))
    for (const answer of await tryEverything('only/deep.md')) expect(answer).toMatch(/^refused .* outside the workspace/)
    expect(await canaries()).toEqual(UNTOUCHED)
  })
})

describe('a search in a workspace of several folders', () => {
  it('looks into all of them, and its paths lead back to what was found [F003-A31]', async () => {
    const { at, call, text } = await createRoots()
    const found = await call('search_files', { content: 'needle' })
    expect(found.structuredContent).toMatchObject({
      hits: [{ path: 'notes/first.md' }, { path: at('second/notes/second.md') }, { path: at('second/only/deep.md') }],
    })
    expect(await text(at('second/notes/second.md'))).toBe('needle second')
  })

  it('takes a pattern from the root of each folder [F003-A31]', async () => {
    const { at, call } = await createRoots()
    expect((await call('search_files', { pattern: 'notes/*.md' })).structuredContent).toMatchObject({
      hits: [{ path: 'notes/first.md' }, { path: at('second/notes/second.md') }],
    })
    expect((await call('search_files', { pattern: 'both*', path: at('second') })).structuredContent).toMatchObject({
      hits: [{ path: at('second/both.md') }],
    })
  })
})

describe('an absolute path', () => {
  it('inside a folder of the workspace is that file for every tool [F003-A32]', async () => {
    const { at, call, text } = await createRoots()
    expect(await text(at('second/both.md'))).toBe('second')
    expect((await call('write_file', { path: at('second/a/new.md'), content: 'x' })).structuredContent).toEqual({
      path: at('second/a/new.md'), bytes: 1, created: true,
    })
    expect(await readFile(at('second/a/new.md'), 'utf8')).toBe('x')
    expect((await call('list_directory', { path: at('ws/notes') })).structuredContent).toMatchObject({
      path: 'notes', entries: [{ name: 'first.md' }],
    })
    expect((await call('search_files', { path: at('second/only') })).structuredContent).toMatchObject({
      hits: [{ path: at('second/only/deep.md') }],
    })
  })

  it('is taken in a workspace of one folder too, and answered with a relative one [F003-A32]', async () => {
    const { at, call, text } = await createRoots(['ws'])
    expect(await text(at('ws/both.md'))).toBe('first')
    expect((await call('write_file', { path: at('ws/new.md'), content: 'x' })).structuredContent).toMatchObject({ path: 'new.md' })
    const listed = await call('list_directory', { path: at('ws') })
    expect(JSON.stringify(listed)).not.toContain(at(''))
    expect(listed.structuredContent).toMatchObject({ path: '.', entries: [{ name: 'both.md' }, { name: 'new.md' }, { name: 'notes' }] })
  })

  it('is taken by both names of a folder that is behind a link [F003-A32]', async () => {
    const { at, text } = await createRoots(['link'])
    await symlink(at('ws'), at('link'))
    expect(await text(at('link/both.md'))).toBe('first')
    expect(await text(at('ws/both.md'))).toBe('first')
  })

  it.each([
    'ws-other/canary.txt', 'second-other/canary.txt', 'ws-other', 'ws-other/new.txt', 'ws/../ws-other/canary.txt',
    'second/notes/../../ws-other/canary.txt', 'ws-othe', '.', 'none/new.txt',
  ])('to %s is refused by every tool, and nothing there is changed [F003-A32]', async (path) => {
    const { at, tryEverything, canaries } = await createRoots()
    for (const answer of await tryEverything(`${at('')}${path}`))
      expect(answer).toMatch(/^refused WorkspaceError: ".*" is outside the workspace/)
    expect(await canaries()).toEqual(UNTOUCHED)
  })

  it.each([
    ['to a file', '../ws-other/canary.txt', 'second/link'],
    ['to a folder', '../ws-other', 'second/link/canary.txt'],
    ['to a new file', '../ws-other', 'second/link/new.txt'],
    ['to another folder of the workspace', '../ws', 'second/link/both.md'],
    ['to nowhere', '../ws-other/none.txt', 'second/link'],
  ])('through a link %s out of its folder is refused by every tool [F003-A32]', async (_what, target, path) => {
    const { at, tryEverything, canaries } = await createRoots()
    await symlink(target, at('second/link'))
    for (const answer of await tryEverything(at(path))) expect(answer).toMatch(/^refused WorkspaceError/)
    expect(await canaries()).toEqual(UNTOUCHED)
    expect(await readFile(at('ws/both.md'), 'utf8')).toBe('first')
  })

  it('says the same of what is there and what is not, outside [F003-A32]', async () => {
    const { tryEverything } = await createRoots()
    const [there, missing, below] = await Promise.all(['/etc/passwd', '/etc/no-such', '/etc/passwd/below'].map(async path =>
      (await tryEverything(path)).map(answer => answer.replaceAll(path, ''))))
    expect(missing).toEqual(there)
    expect(below).toEqual(there)
  })

  it('of the workspace itself is a folder, and nothing to write [F003-A32]', async () => {
    const { at, call } = await createRoots()
    await expect(call('write_file', { path: at('second'), content: 'x' })).rejects.toThrow(/is a folder; add a file name/)
    expect(await readdir(at('second'))).toEqual(['both.md', 'notes', 'only'])
  })
})

it('a folder of the workspace that went away does not hide the others', async () => {
  const { at, text } = await createRoots(['second', 'ws'])
  await rename(at('ws'), at('gone'))
  expect(await text('both.md')).toBe('second')
  expect(await text(at('second/both.md'))).toBe('second')
  await expect(text(at('ws/both.md'))).rejects.toThrow('The workspace folder does not exist on the server.')
})
