import { readdirSync } from 'node:fs'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createTemporaryName, sweepTemporaryFiles } from '#server/tools/workspace/temporary-file'
import { createTestWorkspace } from '../../../../support/test-workspace'

const NEVER = new AbortController().signal

describe('the sweep at the start', () => {
  it('removes the file that a crash of write_file leaves behind [F003-A33]', async () => {
    const { call, root } = await createTestWorkspace()
    const { signal } = new AbortController()
    let names: string[] = []
    // Asked between writing and renaming: what is there then is what a crash would leave.
    vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
      names = readdirSync(join(root, 'notes'))
    })
    await call('write_file', { path: 'notes/new.md', content: 'x' }, signal)
    const [left = ''] = names.filter(name => name !== 'meeting.md')
    await writeFile(join(root, 'notes', left), 'half a te')
    expect(await readdir(join(root, 'notes'))).toHaveLength(3)
    await sweepTemporaryFiles([root], NEVER)
    expect((await readdir(join(root, 'notes'))).sort()).toEqual(['meeting.md', 'new.md'])
  })

  it('removes no file of another name, no folder and nothing behind a link [F003-A33]', async () => {
    const { root, evil, outside } = await createTestWorkspace()
    const others = [
      createTemporaryName().slice(1), `${createTemporaryName()}.md`, '.8f14e45f-ceea-467f-a0e6-30d5e9a0c1de.tmp', '.patchbay-.tmp',
      '.patchbay-notes.tmp', '.patchbay-8f14e45f-ceea-467f-a0e6-30d5e9a0c1de.tmp',
      '.patchbay-8f14e45f-ceea-467f-a0e6-30d5e9a0c1de-0123456789abcdef.tmp',
    ]
    for (const name of others) await writeFile(join(root, name), 'mine')
    const folder = createTemporaryName()
    await mkdir(join(root, folder))
    await writeFile(join(evil, createTemporaryName()), 'theirs')
    await symlink('../allowed-evil', join(root, 'link'))
    const before = await outside()
    await sweepTemporaryFiles([root], NEVER)
    expect((await readdir(root)).sort()).toEqual([...others, folder, 'link', 'notes'].sort())
    expect(await outside()).toEqual(before)
  })

  it('goes on to the next folder when one is missing, and ends when its time is over [F003-A33]', async () => {
    const { root, parent } = await createTestWorkspace()
    const left = createTemporaryName()
    await writeFile(join(root, left), 'half')
    await sweepTemporaryFiles([root], AbortSignal.abort())
    expect(await readdir(root)).toContain(left)
    await sweepTemporaryFiles([join(parent, 'none'), root], NEVER)
    expect(await readdir(root)).toEqual(['notes'])
  })
})
