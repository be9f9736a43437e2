import { execFileSync } from 'node:child_process'
import { mkdir, readFile, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { createFilesystemPlugin } from '#server/tools/plugins/filesystem/create-filesystem-plugin'
import { createTestWorkspace, UNTOUCHED } from '../../../../../support/test-workspace'
import { callTool } from '../../../../../support/call-tool'

const TARGETS = ['allowed-evil/canary.txt', 'allowed-evil', 'allowed-evil/new.txt', 'etc/passwd']
const UPWARDS: readonly ((target: string) => string)[] = [
  target => `../${target}`,
  target => `../../${target}`,
  target => `notes/../../${target}`,
  target => `./.././${target}`,
  target => `..//${target}`,
  target => `../allowed/../${target}`,
  target => `${'../'.repeat(40)}${target}`,
  target => `%2e%2e/${target}`,
  target => `%2E%2E%2F${target}`,
  target => `..%2f${target}`,
  target => `%252e%252e/${target}`,
  target => `..\\${target.replaceAll('/', '\\')}`,
  target => `notes\\..\\..\\${target}`,
  target => `/${target}`,
  target => `//${target}`,
  target => `~/${target}`,
  target => `~root/${target}`,
  target => `../${target}\0.md`,
  target => `file:///${target}`,
  target => `C:/${target}`,
]
const HOSTILE = [
  ...UPWARDS.flatMap(way => TARGETS.map(way)),
  '..', '../', '/', '~', '\0', 'x'.repeat(300), 'a/'.repeat(600), '../'.repeat(2_000), '\\\\server\\share', '/proc/self/environ',
  '/dev/zero',
]

describe('a path out of the workspace', () => {
  it.each(HOSTILE)('is refused by every tool: %j [F003-A11]', async (path) => {
    const workspace = await createTestWorkspace()
    for (const answer of await workspace.tryEverything(path)) {
      expect(answer).toMatch(/^refused WorkspaceError/)
      expect(answer).not.toContain(workspace.parent)
    }
    expect(await workspace.outside()).toEqual(UNTOUCHED)
    expect(await readdir(workspace.root)).toEqual(['notes'])
  })

  it('is refused when it is the absolute path of a folder whose name starts like the workspace', async () => {
    const workspace = await createTestWorkspace()
    for (const answer of await workspace.tryEverything(join(workspace.evil, 'canary.txt'))) expect(answer).toMatch(/^refused/)
    expect(await workspace.outside()).toEqual(UNTOUCHED)
  })
})

describe('a link in the workspace', () => {
  const links: readonly (readonly [string, string, string])[] = [
    ['to a file outside', '../allowed-evil/canary.txt', 'link'],
    ['to a folder outside', '../allowed-evil', 'link/canary.txt'],
    ['to a new file in a folder outside', '../allowed-evil', 'link/new.txt'],
    ['to a new folder in a folder outside', '../allowed-evil', 'link/new/deep.txt'],
    ['to a file outside that does not exist', '../allowed-evil/new.txt', 'link'],
    ['to a folder outside that does not exist', '../allowed-new', 'link/new.txt'],
    ['to itself', 'link', 'link'],
    ['to a device', '/dev/zero', 'link'],
    ['to the environment of the server', '/proc/self/environ', 'link'],
    ['to the file system', '/', 'link/etc/passwd'],
  ]

  it.each(links)('%s is refused by every tool [F003-A12]', async (_what, target, path) => {
    const workspace = await createTestWorkspace()
    await symlink(target, join(workspace.root, 'link'))
    for (const answer of await workspace.tryEverything(path)) {
      expect(answer).toMatch(/^refused WorkspaceError/)
      expect(answer).not.toContain(workspace.parent)
    }
    expect(await workspace.outside()).toEqual(UNTOUCHED)
  })

  it('to nowhere is named as such, before anything is made there [F003-A12]', async () => {
    const workspace = await createTestWorkspace()
    await symlink('../allowed-evil/new.txt', join(workspace.root, 'link'))
    for (const path of ['link', 'link/new.txt']) {
      for (const answer of await workspace.tryEverything(path))
        expect(answer).toBe(`refused WorkspaceError: "${path}" passes through a link that leads nowhere.`)
    }
    expect(await workspace.outside()).toEqual(UNTOUCHED)
  })

  it('to another link that leads outside is refused by every tool', async () => {
    const workspace = await createTestWorkspace()
    await symlink('../allowed-evil', join(workspace.root, 'second'))
    await symlink('second', join(workspace.root, 'first'))
    for (const answer of await workspace.tryEverything('first/canary.txt')) expect(answer).toMatch(/^refused/)
    expect(await workspace.outside()).toEqual(UNTOUCHED)
  })

  it('to a folder outside is listed as a link and not searched', async () => {
    const workspace = await createTestWorkspace()
    await symlink('../allowed-evil', join(workspace.root, 'link'))
    const listed = await workspace.call('list_directory', {})
    expect(listed.structuredContent).toMatchObject({ entries: [{ name: 'link', kind: 'link' }, { name: 'notes', kind: 'folder' }] })
    expect((await workspace.call('search_files', { content: 'canary' })).structuredContent).toEqual({ hits: [], truncated: false })
  })

  it('to a file inside is read but not written', async () => {
    const workspace = await createTestWorkspace()
    await symlink('meeting.md', join(workspace.root, 'notes', 'link.md'))
    expect((await workspace.call('read_file', { path: 'notes/link.md' })).content).toEqual([
      { type: 'text', text: '# Meeting\nWe agreed.\n' },
    ])
    await expect(workspace.call('write_file', { path: 'notes/link.md', content: 'x' })).rejects.toThrow(/is a link/)
    expect(await workspace.read('notes/meeting.md')).toContain('We agreed')
  })

  it('as the workspace itself is the workspace', async () => {
    const workspace = await createTestWorkspace()
    await symlink('allowed-evil', join(workspace.parent, 'elsewhere'))
    const context = createPluginContext({
      workspaceRoots: [join(workspace.parent, 'elsewhere')], databaseDirectory: '', appDirectory: '', weatherSource: 'sample',
    })
    const plugin = createFilesystemPlugin(context)
    const answer = await callTool(plugin, 'read_file', { path: 'canary.txt' })
    expect(answer.content[0]).toMatchObject({ type: 'text', text: UNTOUCHED.canary })
  })
})

describe('a special file in the workspace', () => {
  it('is refused by every tool and hangs none [F003-A13]', async () => {
    const workspace = await createTestWorkspace()
    execFileSync('mkfifo', [join(workspace.root, 'pipe')])
    for (const answer of await workspace.tryEverything('pipe')) expect(answer).toMatch(/^refused/)
    // Known before it is opened, which alone can have effects.
    await expect(workspace.call('read_file', { path: 'pipe' })).rejects.toThrow('"pipe" is a link, a pipe or a device')
    expect((await workspace.call('search_files', { content: 'canary' })).structuredContent).toEqual({ hits: [], truncated: false })
  })

  it('is not made by writing over a folder', async () => {
    const workspace = await createTestWorkspace()
    await mkdir(join(workspace.root, 'folder'))
    await expect(workspace.call('write_file', { path: 'folder', content: 'x' })).rejects.toThrow(/is a folder/)
    await expect(workspace.call('write_file', { path: 'folder/', content: 'x' })).rejects.toThrow(/add a file name/)
    await expect(workspace.call('write_file', { path: 'notes/meeting.md/x', content: 'x' })).rejects.toThrow(/not a folder/)
    expect(await readFile(join(workspace.root, 'notes/meeting.md'), 'utf8')).toContain('We agreed')
  })
})
