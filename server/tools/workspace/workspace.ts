import { type FolderListing, listFolder } from './list-folder'
import { type FileContent, readFile, type ReadOptions, readText, type TextContent } from './read-file'
import { type FoundFile, walkFiles } from './walk-files'
import { toWorkspaceError } from './workspace-error'
import { writeFile, type WrittenFile } from './write-file'

/**
 * The folders that tools may read and write. A path is relative to them or lies inside one of them; every other path, a link that
 * leads out, a pipe and a device are rejected with a `WorkspaceError` for the model. Every `path` in an answer is valid as an argument.
 */
export interface Workspace {
  /** Rejects a file of more than `maxBytes`, also one that grows while it is read. */
  readFile(path: string, options: ReadOptions): Promise<FileContent>
  /** The same for UTF-8 text; rejects a binary file. */
  readText(path: string, options: ReadOptions): Promise<TextContent>
  /** Creates a file with its missing folders, or replaces the whole of one: a reader sees the old text or the new one. */
  writeFile(path: string, content: string, signal: AbortSignal): Promise<WrittenFile>
  /** One folder, without what is in its folders; "." is the workspace itself. */
  listFolder(path: string, options: { readonly maxEntries: number, readonly signal: AbortSignal }): Promise<FolderListing>
  /** The regular files below a folder; for "." those of every workspace folder. Links are not followed. */
  walkFiles(path: string, signal: AbortSignal): AsyncIterable<FoundFile>
}

/** `roots` are absolute; the first one is the default. */
export function createWorkspace(roots: readonly string[]): Workspace {
  return {
    readFile: (path, options) => withWorkspaceErrors(path, () => readFile(roots, path, options)),
    readText: (path, options) => withWorkspaceErrors(path, () => readText(roots, path, options)),
    writeFile: (path, content, signal) => withWorkspaceErrors(path, () => writeFile(roots, path, { content, signal })),
    listFolder: (path, options) => withWorkspaceErrors(path, () => listFolder(roots, path, options)),
    walkFiles: (path, signal) => walkFiles(roots, path, signal),
  }
}

async function withWorkspaceErrors<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  }
  catch (error) {
    throw toWorkspaceError(error, path)
  }
}
