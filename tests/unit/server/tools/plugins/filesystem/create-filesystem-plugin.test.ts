import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestWorkspace } from '../../../../../support/test-workspace'

describe('read_file', () => {
  it('returns the text as it is', async () => {
    const { call } = await createTestWorkspace()
    expect(await call('read_file', { path: './notes//meeting.md' })).toEqual({
      content: [{ type: 'text', text: '# Meeting\nWe agreed.\n' }],
    })
  })

  it('pages by lines and says how to go on', async () => {
    const { call, root } = await createTestWorkspace()
    await writeFile(join(root, 'long.txt'), Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join('\n'))
    expect((await call('read_file', { path: 'long.txt', offset: 2, limit: 2 })).content).toEqual([
      { type: 'text', text: 'line 2\nline 3' },
      { type: 'text', text: '[Lines 2 to 3 of 50. Continue with offset 4.]' },
    ])
    await expect(call('read_file', { path: 'long.txt', offset: 51 })).rejects.toThrow(/only 50 lines/)
  })

  it('refuses binary files and says so', async () => {
    const { call, root } = await createTestWorkspace()
    await writeFile(join(root, 'data.bin'), Buffer.from([1, 0, 2]))
    await writeFile(join(root, 'latin.txt'), Buffer.from([0x63, 0x61, 0x66, 0xE9]))
    await expect(call('read_file', { path: 'data.bin' })).rejects.toThrow('"data.bin" is a binary file (3 bytes)')
    await expect(call('read_file', { path: 'latin.txt' })).rejects.toThrow(/only UTF-8 text/)
  })

  it('shows an image as an image, up to 4 MB', async () => {
    const { call, root } = await createTestWorkspace()
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), Buffer.from([0, 1, 2])])
    await writeFile(join(root, 'dot.png'), png)
    await writeFile(join(root, 'large.png'), Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024)]))
    expect((await call('read_file', { path: 'dot.png' })).content).toEqual([
      { type: 'image', data: png.toString('base64'), mimeType: 'image/png' },
    ])
    await expect(call('read_file', { path: 'large.png' })).rejects.toThrow(/larger than 4 MB/)
  })

  it('cuts a long text and refuses a file over 10 MB', async () => {
    const { call, root } = await createTestWorkspace()
    await writeFile(join(root, 'wide.txt'), 'x'.repeat(200_000))
    await writeFile(join(root, 'huge.txt'), 'x'.repeat(11 * 1024 * 1024))
    expect((await call('read_file', { path: 'wide.txt' })).content).toMatchObject([
      { text: 'x'.repeat(100_000) }, { text: expect.stringContaining('Cut after') },
    ])
    await expect(call('read_file', { path: 'huge.txt' })).rejects.toThrow(/larger than 10 MB/)
  })

  it('says what a missing file or a folder is', async () => {
    const { call } = await createTestWorkspace()
    await expect(call('read_file', { path: 'notes/none.md' })).rejects.toThrow(
      'Cannot use "notes/none.md": it does not exist; list_directory shows what does.',
    )
    await expect(call('read_file', { path: 'notes' })).rejects.toThrow('"notes" is a folder; list_directory shows what is in it.')
  })
})

describe('write_file', () => {
  it('creates the file and its folders', async () => {
    const { call, read } = await createTestWorkspace()
    expect(await call('write_file', { path: 'a/b/new.md', content: 'é' })).toEqual({
      content: [{ type: 'text', text: 'Created a/b/new.md (2 bytes).' }],
      structuredContent: { path: 'a/b/new.md', bytes: 2, created: true },
      isTextComplete: true,
    })
    expect(await read('a/b/new.md')).toBe('é')
  })

  it('replaces a file, keeps its mode and leaves nothing beside it', async () => {
    const { call, read, root } = await createTestWorkspace()
    await chmod(join(root, 'notes/meeting.md'), 0o600)
    expect((await call('write_file', { path: 'notes/meeting.md', content: 'new' })).structuredContent).toMatchObject({ created: false })
    expect(await read('notes/meeting.md')).toBe('new')
    expect((await stat(join(root, 'notes/meeting.md'))).mode & 0o777).toBe(0o600)
    expect(await readdir(join(root, 'notes'))).toEqual(['meeting.md'])
  })

  it('leaves a whole text behind when two calls write at once', async () => {
    const { call, read, root } = await createTestWorkspace()
    const texts = ['a'.repeat(200_000), 'b'.repeat(200_000)]
    await Promise.all(texts.map(content => call('write_file', { path: 'new/both.txt', content })))
    expect(texts).toContain(await read('new/both.txt'))
    expect(await readdir(join(root, 'new'))).toEqual(['both.txt'])
  })

  it('writes nothing when the call is cancelled', async () => {
    const { call, root } = await createTestWorkspace()
    await expect(call('write_file', { path: 'new.txt', content: 'x' }, AbortSignal.abort())).rejects.toThrow()
    expect(await readdir(root)).toEqual(['notes'])
  })
})

describe('list_directory', () => {
  it('lists files with sizes and folders, in order', async () => {
    const { call, root } = await createTestWorkspace()
    await writeFile(join(root, 'README.md'), 'hello')
    expect(await call('list_directory', {})).toEqual({
      content: [{ type: 'text', text: 'README.md (5 bytes)\nnotes (folder)' }],
      structuredContent: {
        path: '.', entries: [{ name: 'README.md', kind: 'file', bytes: 5 }, { name: 'notes', kind: 'folder' }], truncated: false,
      },
      isTextComplete: true,
    })
  })

  it('stops at 1,000 entries and says so', async () => {
    const { call, root } = await createTestWorkspace()
    await mkdir(join(root, 'many'))
    await Promise.all(Array.from({ length: 1_001 }, (_, index) => writeFile(join(root, 'many', `${index}`), '')))
    expect((await call('list_directory', { path: 'many' })).structuredContent).toMatchObject({
      entries: { length: 1_000 }, truncated: true,
    })
  })
})

describe('search_files', () => {
  async function search(workspace: Awaited<ReturnType<typeof createTestWorkspace>>, input: Readonly<Record<string, unknown>>) {
    return (await workspace.call('search_files', input)).structuredContent
  }

  it('finds files by name, from the workspace or from the folder searched', async () => {
    const workspace = await createTestWorkspace()
    const hits = { hits: [{ path: 'notes/meeting.md' }], truncated: false }
    for (const pattern of ['*.md', '*.{txt,md}', 'MEET', 'notes/*', '**/meeting.md', '**', 'm??ting.*'])
      expect(await search(workspace, { pattern })).toEqual(hits)
    expect(await search(workspace, { pattern: '*.md', path: 'notes' })).toEqual(hits)
    expect(await search(workspace, { pattern: '*.csv' })).toEqual({ hits: [], truncated: false })
  })

  it('finds lines by their text', async () => {
    const workspace = await createTestWorkspace()
    expect(await search(workspace, { content: 'AGREED' })).toEqual({
      hits: [{ path: 'notes/meeting.md', line: 2, text: 'We agreed.' }], truncated: false,
    })
  })

  it('passes over binary files, and over larger ones than 1 MB, which it counts [F003-A29]', async () => {
    const workspace = await createTestWorkspace()
    await writeFile(join(workspace.root, 'binary'), 'needle\0')
    expect(await search(workspace, { content: 'needle' })).toEqual({ hits: [], truncated: false })
    await writeFile(join(workspace.root, 'large.txt'), `needle\n${'x'.repeat(1_000_000)}`)
    expect(await workspace.call('search_files', { content: 'needle' })).toEqual({
      content: [{ type: 'text', text: 'Nothing was found.\n[1 file was not searched inside: over 1 MB.]' }],
      structuredContent: { hits: [], truncated: false, tooLarge: 1 },
      isTextComplete: true,
    })
    await writeFile(join(workspace.root, 'larger.txt'), 'x'.repeat(1_000_001))
    expect((await workspace.call('search_files', { content: 'agreed' })).content).toEqual([{
      type: 'text', text: 'notes/meeting.md:2: We agreed.\n[2 files were not searched inside: over 1 MB.]',
    }])
    expect(await search(workspace, { pattern: 'larger*' })).toEqual({ hits: [{ path: 'larger.txt' }], truncated: false })
  })

  it('searches each of many files for itself, however long the one before was [F003-A29]', async () => {
    const workspace = await createTestWorkspace()
    await writeFile(join(workspace.root, 'a-long.txt'), `${'x'.repeat(999_993)} needle`)
    await Promise.all(Array.from({ length: 500 }, (_, index) => writeFile(join(workspace.root, 'notes', `short-${index}.txt`), 'y')))
    expect(await search(workspace, { content: 'needle' })).toMatchObject({ hits: [{ path: 'a-long.txt' }], truncated: false })
  })

  it('stops at 200 hits', async () => {
    const workspace = await createTestWorkspace()
    await writeFile(join(workspace.root, 'many.txt'), 'needle\n'.repeat(500))
    expect(await search(workspace, { content: 'needle' })).toMatchObject({ hits: { length: 200 }, truncated: true })
  })

  it('stops when the call is cancelled', async () => {
    const workspace = await createTestWorkspace()
    await expect(workspace.call('search_files', {}, AbortSignal.abort())).rejects.toThrow()
  })
})
