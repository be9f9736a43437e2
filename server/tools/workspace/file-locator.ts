import { readdir } from 'node:fs/promises'
import { openFile } from './open-inside'
import { toWorkspaceError } from './workspace-error'
import { fullPath, resolveWorkspacePath } from './workspace-path'

/**
 * Finds the files of one folder for another process that opens them by path, as SQLite and Node's own start do. Such a path is
 * checked before it is opened, so that a link could be created in between: use it only for a folder in which no tool writes.
 */
export interface FileLocator {
  /** Names of the regular files directly in the folder; none when the folder does not exist. */
  listFiles(): Promise<readonly string[]>
  /** The real path of a regular file in the folder, after the same checks as in the workspace. */
  resolveFile(path: string): Promise<string>
}

export function createFileLocator(folder: string): FileLocator {
  return {
    listFiles: async () => {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
      return entries.filter(entry => entry.isFile()).map(entry => entry.name)
    },
    resolveFile: async (requested) => {
      try {
        const path = await resolveWorkspacePath([folder], requested)
        const handle = await openFile(fullPath(path), path)
        await handle.close()
        return fullPath(path)
      }
      catch (error) {
        throw toWorkspaceError(error, requested)
      }
    },
  }
}
