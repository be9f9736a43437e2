import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { WorkspaceError } from '#server/tools/plugins/define-plugin'
import { createWorkspace } from '#server/tools/workspace/workspace'
import { createTemporaryFolder } from '../../../../support/temporary-folder'

async function createFolder() {
  const root = join(await createTemporaryFolder(), 'workspace')
  await mkdir(join(root, 'notes'), { recursive: true })
  await writeFile(join(root, 'notes', 'café.md'), 'Crème')
  await writeFile(join(root, 'data.bin'), Buffer.from([1, 0, 2]))
  await writeFile(join(root, 'latin.txt'), Buffer.from([0x63, 0xE9]))
  await writeFile(join(root, 'long.txt'), 'x'.repeat(101))
  await symlink('nowhere', join(root, 'dangling'))
  return createWorkspace([root])
}

const OPTIONS = { maxBytes: 100, signal: new AbortController().signal }

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(() => undefined, (thrown: unknown) => thrown)
  if (!(error instanceof WorkspaceError)) throw new Error(`No WorkspaceError: ${String(error)}`)
  return error.code
}

describe('the workspace of a plugin', () => {
  it('reads a file as text [F003-A98]', async () => {
    const workspace = await createFolder()
    expect(await workspace.readText('./notes/café.md', OPTIONS)).toEqual({ path: 'notes/café.md', text: 'Crème' })
  })

  it.each(['data.bin', 'latin.txt'])('rejects %s, which is no UTF-8 text, when it is read as text [F003-A98]', async (path) => {
    const workspace = await createFolder()
    expect(await codeOf(workspace.readText(path, OPTIONS))).toBe('binary')
    expect((await workspace.readFile(path, OPTIONS)).path).toBe(path)
  })

  it.each([
    ['none.md', 'missing'], ['none/none.md', 'missing'], ['../secrets.key', 'outside'], ['/etc/hosts', 'outside'],
    ['~/notes.md', 'invalid-path'], ['notes\\a.md', 'invalid-path'], ['notes', 'wrong-kind'], ['data.bin/a', 'wrong-kind'],
    ['dangling', 'wrong-kind'], ['long.txt', 'too-large'],
  ])('tells by a code why %s cannot be read: %s [F003-A98]', async (path, code) => {
    const workspace = await createFolder()
    expect(await codeOf(workspace.readText(path, OPTIONS))).toBe(code)
    expect(await codeOf(workspace.readFile(path, OPTIONS))).toBe(code)
  })

  it('creates no folder and no file for a path with half of a character pair [F003-A98]', async () => {
    const folder = await createTemporaryFolder()
    const workspace = createWorkspace([folder])
    for (const path of ['new/\uD83D.md', 'new-\uDE00/a.md']) {
      expect(await codeOf(workspace.writeFile(path, 'A', OPTIONS.signal))).toBe('invalid-path')
      expect(await codeOf(workspace.readText(path, OPTIONS))).toBe('invalid-path')
    }
    expect(await readdir(folder)).toEqual([])
  })

  it('tells by a code that no folder is there to be read or written [F003-A98]', async () => {
    const workspace = createWorkspace([])
    expect(await codeOf(workspace.readText('a.md', OPTIONS))).toBe('unavailable')
    expect(await codeOf(workspace.writeFile('a.md', 'A', OPTIONS.signal))).toBe('unavailable')
  })
})
