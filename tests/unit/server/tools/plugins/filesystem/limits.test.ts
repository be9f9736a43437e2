import { mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createGlobMatcher } from '#server/tools/plugins/filesystem/create-glob-matcher'
import { openFile, openFolder } from '#server/tools/workspace/open-inside'
import { createTestWorkspace } from '../../../../../support/test-workspace'

const MB = 1024 * 1024
const PNG = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')

describe('a limit of read_file', () => {
  it('is 10 MB of a file and 100,000 characters of text', async () => {
    const { call, root } = await createTestWorkspace()
    await writeFile(join(root, 'full.txt'), 'x'.repeat(10 * MB))
    await writeFile(join(root, 'over.txt'), 'x'.repeat(10 * MB + 1))
    await writeFile(join(root, 'text.txt'), 'x'.repeat(100_000))
    expect((await call('read_file', { path: 'full.txt' })).content).toHaveLength(2)
    await expect(call('read_file', { path: 'over.txt' })).rejects.toThrow(/larger than 10 MB/)
    expect((await call('read_file', { path: 'text.txt' })).content).toEqual([{ type: 'text', text: 'x'.repeat(100_000) }])
  })

  it('is 4 MB of an image', async () => {
    const { call, root } = await createTestWorkspace()
    await writeFile(join(root, 'full.png'), Buffer.concat([PNG, Buffer.alloc(4 * MB - PNG.length)]))
    await writeFile(join(root, 'over.png'), Buffer.concat([PNG, Buffer.alloc(4 * MB - PNG.length + 1)]))
    expect((await call('read_file', { path: 'full.png' })).content).toMatchObject([{ type: 'image' }])
    await expect(call('read_file', { path: 'over.png' })).rejects.toThrow(/larger than 4 MB/)
  })

  it('is 2,000 lines at once when none is named', async () => {
    const { call, root } = await createTestWorkspace()
    const lines = (count: number) => Array.from({ length: count }, (_, index) => String(index)).join('\n')
    await writeFile(join(root, 'page.txt'), lines(2_000))
    await writeFile(join(root, 'more.txt'), lines(2_001))
    expect((await call('read_file', { path: 'page.txt' })).content).toHaveLength(1)
    expect((await call('read_file', { path: 'more.txt' })).content).toMatchObject([
      {}, { text: '[Lines 1 to 2000 of 2001. Continue with offset 2001.]' },
    ])
    expect((await call('read_file', { path: 'more.txt', offset: 2_001 })).content).toEqual([{ type: 'text', text: '2000' }])
  })

  it('never cuts inside a character', async () => {
    const { call, root } = await createTestWorkspace()
    await writeFile(join(root, 'wide.txt'), `x${'😀'.repeat(60_000)}`)
    expect((await call('read_file', { path: 'wide.txt' })).content).toMatchObject([{ text: `x${'😀'.repeat(49_999)}` }, {}])
  })

  it.each([
    ['image/jpeg', '\xFF\xD8\xFF\xE0'], ['image/gif', 'GIF87a'], ['image/gif', 'GIF89a'], ['image/webp', 'RIFF\x01\x02\x03\x04WEBP'],
    ['image/png', '\x89PNG\r\n\x1A\n'],
  ])('knows %s by its first bytes %j', async (mimeType, head) => {
    const { call, root } = await createTestWorkspace()
    await writeFile(join(root, 'picture'), Buffer.from(`${head}\0rest`, 'latin1'))
    expect((await call('read_file', { path: 'picture' })).content).toMatchObject([{ type: 'image', mimeType }])
  })
})

describe('a limit of list_directory', () => {
  it('is 1,000 entries, hidden ones among them', async () => {
    const { call, root } = await createTestWorkspace()
    await mkdir(join(root, 'many'))
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => writeFile(join(root, 'many', `.${index}`), '')))
    const { content, structuredContent } = await call('list_directory', { path: 'many' })
    expect(structuredContent).toMatchObject({ entries: { length: 1_000 }, truncated: false })
    expect(content).not.toMatchObject([{ text: expect.stringContaining('Only the first') }])
  })
})

describe('a limit of search_files', () => {
  it('is 200 hits', async () => {
    const { call, root } = await createTestWorkspace()
    await writeFile(join(root, 'many.txt'), 'needle\n'.repeat(200))
    expect((await call('search_files', { content: 'needle' })).structuredContent).toMatchObject({ hits: { length: 200 }, truncated: false })
    await writeFile(join(root, 'one.txt'), 'needle')
    expect((await call('search_files', { content: 'needle' })).structuredContent).toMatchObject({ hits: { length: 200 }, truncated: true })
  })

  it('is 200 characters of a line, not cut inside one', async () => {
    const { call, root } = await createTestWorkspace()
    await writeFile(join(root, 'a.txt'), `needle${'x'.repeat(300)}`)
    await writeFile(join(root, 'b.txt'), `needle ${'😀'.repeat(300)}`)
    expect((await call('search_files', { content: 'needle' })).structuredContent).toMatchObject({
      hits: expect.arrayContaining([
        { path: 'a.txt', line: 1, text: `needle${'x'.repeat(194)}` },
        { path: 'b.txt', line: 1, text: `needle ${'😀'.repeat(96)}` },
      ]),
    })
  })

  it('is 32 folders deep', async () => {
    const { call, root } = await createTestWorkspace()
    const deep = (depth: number) => join(root, ...Array.from({ length: depth }, () => 'd'))
    await mkdir(deep(33), { recursive: true })
    await writeFile(join(deep(32), 'in-reach.txt'), '')
    await writeFile(join(deep(33), 'out-of-reach.txt'), '')
    const { structuredContent } = await call('search_files', { pattern: '*-reach.txt' })
    expect(structuredContent).toMatchObject({ hits: [{ path: expect.stringMatching(/in-reach\.txt$/) }] })
    expect(JSON.stringify(structuredContent)).not.toContain('out-of-reach')
  })

  it('leaves out .git and node_modules, and no other hidden file or folder', async () => {
    const { call, root } = await createTestWorkspace()
    for (const folder of ['.git', 'node_modules', '.hidden', 'notes/.git']) {
      await mkdir(join(root, folder))
      await writeFile(join(root, folder, 'found.txt'), '')
    }
    await writeFile(join(root, '.found.txt'), '')
    expect((await call('search_files', { pattern: '*found.txt' })).structuredContent).toEqual({
      hits: [{ path: '.found.txt' }, { path: '.hidden/found.txt' }], truncated: false,
    })
  })

  it('is 32 alternatives of a pattern', () => {
    const pattern = `{${Array.from({ length: 33 }, (_, index) => `n${index}`).join(',')}}.md`
    expect(createGlobMatcher(pattern)('n31.md')).toBe(true)
    expect(createGlobMatcher(pattern)('n32.md')).toBe(false)
  })
})

describe('write_file', () => {
  it('leaves the old text and nothing else when it is cancelled before the new one takes its place', async () => {
    const { call, root } = await createTestWorkspace()
    const { signal } = new AbortController()
    let asked = 0
    // The first time is before the call begins, the second between writing and renaming.
    vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
      if (++asked === 2) throw new Error('enough')
    })
    await expect(call('write_file', { path: 'notes/meeting.md', content: 'new' }, signal)).rejects.toThrow('enough')
    expect(await readFile(join(root, 'notes/meeting.md'), 'utf8')).toContain('We agreed')
    expect(await readdir(join(root, 'notes'))).toEqual(['meeting.md'])
  })

  it('makes a file that its owner alone can write', async () => {
    const { call, root } = await createTestWorkspace()
    await call('write_file', { path: 'new.md', content: 'x' })
    expect((await stat(join(root, 'new.md'))).mode & 0o133).toBe(0)
  })
})

describe('a path', () => {
  it('may have 1,024 characters', async () => {
    const { call } = await createTestWorkspace()
    const path = (length: number) => './'.repeat(length / 2).slice(0, length)
    await expect(call('list_directory', { path: path(1_024) })).resolves.toMatchObject({ structuredContent: { path: '.' } })
    await expect(call('list_directory', { path: path(1_026) })).rejects.toThrow('The path is longer than 1024 characters.')
  })

  it('is looked at again once it is open: what became a link meanwhile is not read [F003-A12]', async () => {
    const { root, evil } = await createTestWorkspace()
    await symlink('../allowed-evil', join(root, 'became-a-link'))
    await mkdir(join(evil, 'inner'))
    const place = { root, shown: 'became-a-link' }
    // As if the folder had been one when the path was resolved.
    await expect(openFile(join(root, 'became-a-link', 'canary.txt'), place)).rejects.toThrow(
      '"became-a-link" changed while it was opened; try again.',
    )
    await expect(openFolder(join(root, 'became-a-link', 'inner'), place)).rejects.toThrow(
      '"became-a-link" changed while it was opened; try again.',
    )
    await expect(openFolder(join(root, 'became-a-link'), place)).rejects.toThrow(expect.objectContaining({
      code: expect.stringMatching(/ELOOP|ENOTDIR/),
    }))
    await expect(openFolder(join(root, 'notes/meeting.md'), place)).rejects.toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
  })
})
