import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openChildFolder, openFolder, type OpenFolder } from './open-inside'
import { createTemporaryName } from './temporary-file'
import { systemErrorCode, WorkspaceError } from './workspace-error'
import { resolveParent, resolveWritePath, type WorkspacePath } from './workspace-path'

export interface WrittenFile {
  readonly path: string
  readonly bytes: number
  readonly created: boolean
}

interface NewContent {
  readonly content: string
  readonly signal: AbortSignal
}

export async function writeFile(roots: readonly string[], requested: string, file: NewContent): Promise<WrittenFile> {
  const path = await resolveWritePath(roots, requested)
  const name = fileName(path, requested)
  const folder = await openOrCreateFolder(await resolveParent(path))
  return replaceFile(folder, name, file).finally(folder.close)
}

function fileName({ relativePath }: WorkspacePath, requested: string): string {
  if (relativePath === '.' || requested.endsWith('/')) {
    throw new WorkspaceError(`"${requested}" is a folder; add a file name.`, 'wrong-kind')
  }
  return basename(relativePath)
}

/** Opens folder by folder and keeps each one open: a recursive mkdir would follow a link that is created meanwhile. */
async function openOrCreateFolder(path: WorkspacePath): Promise<OpenFolder> {
  let folder = await openFolder(path.existing, path)
  for (const name of path.missing) {
    const parent = folder
    folder = await createChildFolder(parent, name).finally(parent.close)
  }
  return { ...folder, shown: path.shown }
}

async function createChildFolder(parent: OpenFolder, name: string): Promise<OpenFolder> {
  await mkdir(join(parent.address, name)).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  })
  return openChildFolder(parent, name)
}

/** Writes a new file beside the old one, then renames it: a reader sees the old text or the new one, and no link is written through. */
async function replaceFile(folder: OpenFolder, name: string, { content, signal }: NewContent): Promise<WrittenFile> {
  const path = join(folder.shown, name)
  const target = join(folder.address, name)
  const before = await lstat(target).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  })
  if (before?.isDirectory()) throw new WorkspaceError(`"${path}" is a folder; give a file name.`, 'wrong-kind')
  if (before && !before.isFile()) throw new WorkspaceError(`"${path}" is a link, a pipe or a device; it is not written.`, 'wrong-kind')
  const temporary = join(folder.address, createTemporaryName())
  try {
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644)
    await fill(handle, content, before?.mode).finally(() => handle.close())
    signal.throwIfAborted()
    await rename(temporary, target)
  }
  catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return { path, bytes: Buffer.byteLength(content), created: !before }
}

async function fill(handle: FileHandle, content: string, mode: number | undefined): Promise<void> {
  await handle.writeFile(content)
  if (mode !== undefined) await handle.chmod(mode & 0o777)
  await handle.sync()
}
