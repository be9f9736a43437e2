import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { openFolder } from './open-inside'
import { fullPath, resolveWorkspacePath } from './workspace-path'
import { walkFolder } from './walk-folder'

const TEMPORARY_NAME = /^\.patchbay-([0-9a-f-]{36})-([0-9a-f]{16})\.tmp$/

/** Name of a file that is renamed once it is complete. */
export function createTemporaryName(): string {
  const id = randomUUID()
  return `.patchbay-${id}-${checksumOf(id)}.tmp`
}

/** A name that only looks alike has another checksum, so that the sweep never removes a file of the user. */
function isTemporaryName(name: string): boolean {
  const [, id = '', checksum] = TEMPORARY_NAME.exec(name) ?? []
  return checksum === checksumOf(id)
}

function checksumOf(id: string): string {
  return createHash('sha256').update(`patchbay temporary file ${id}`).digest('hex').slice(0, 16)
}

/**
 * Removes what a crash left behind while a file was written. Only for the start: a file that is being written has such a name too.
 * Ends early and without an error when the signal aborts or a root cannot be read: what is left then only takes up space.
 */
export async function sweepTemporaryFiles(roots: readonly string[], signal: AbortSignal): Promise<void> {
  for (const root of roots) await sweepRoot(root, signal).catch(() => undefined)
}

async function sweepRoot(root: string, signal: AbortSignal): Promise<void> {
  const path = await resolveWorkspacePath([root], '.')
  const folder = await openFolder(fullPath(path), path)
  try {
    for await (const file of walkFolder(folder, signal)) {
      if (isTemporaryName(basename(file.address))) await rm(file.address, { force: true }).catch(() => undefined)
    }
  }
  finally {
    await folder.close()
  }
}
