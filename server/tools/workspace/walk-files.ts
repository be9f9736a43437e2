import type { FileHandle } from 'node:fs/promises'
import { normalize, relative } from 'node:path'
import { openFile, openFolder } from './open-inside'
import { type RegularFile, walkFolder } from './walk-folder'
import { toWorkspaceError } from './workspace-error'
import { fullPath, resolveWorkspacePath, type WorkspacePath } from './workspace-path'

/** A file that is open for reading. */
export type ReadableFile = Pick<FileHandle, 'stat' | 'read' | 'close'>

export interface FoundFile {
  readonly path: string
  /** What a pattern may match: the path from the workspace and the path from the folder searched. */
  readonly names: readonly string[]
  /** Valid until the next file is requested. Fails for a file that the server may not read. */
  readonly open: () => Promise<ReadableFile>
}

export async function* walkFiles(roots: readonly string[], requested: string, signal: AbortSignal): AsyncGenerator<FoundFile> {
  try {
    for (const path of await resolveSearched(roots, requested)) yield* walkPath(path, signal)
  }
  catch (error) {
    throw toWorkspaceError(error, requested)
  }
}

/** "." is the whole workspace: every root, and not only the first one. */
function resolveSearched(roots: readonly string[], requested: string): Promise<WorkspacePath[]> {
  const searched = roots.length > 1 && normalize(requested) === '.' ? roots : [requested]
  return Promise.all(searched.map(path => resolveWorkspacePath(roots, path)))
}

async function* walkPath(path: WorkspacePath, signal: AbortSignal): AsyncGenerator<FoundFile> {
  const folder = await openFolder(fullPath(path), path)
  try {
    for await (const file of walkFolder(folder, signal)) yield toFoundFile(file, path)
  }
  finally {
    await folder.close()
  }
}

function toFoundFile(file: RegularFile, searched: WorkspacePath): FoundFile {
  return {
    path: file.shown,
    names: [relative(searched.shownRoot, file.shown), relative(searched.shown, file.shown)],
    open: () => openFile(file.address, file),
  }
}
