import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { openChildFolder, type OpenFolder } from './open-inside'
import { systemErrorCode } from './workspace-error'

const MAX_DEPTH = 32
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/** A regular file found below a folder. `address` is good until the next one is asked for. */
export interface RegularFile {
  /** Real path of the workspace folder that holds it. */
  readonly root: string
  readonly address: string
  readonly shown: string
}

/** Regular files below a folder, depth first. Links are not followed, and folders that may not be read are passed over. */
export async function* walkFolder(folder: OpenFolder, signal: AbortSignal, depth = 0): AsyncGenerator<RegularFile> {
  const subfolders: string[] = []
  for await (const entry of await opendir(folder.address)) {
    signal.throwIfAborted()
    if (entry.isFile()) yield { root: folder.root, address: join(folder.address, entry.name), shown: join(folder.shown, entry.name) }
    else if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) subfolders.push(entry.name)
  }
  if (depth === MAX_DEPTH) return
  for (const name of subfolders.sort()) {
    const child = await openIfReadable(folder, name)
    if (!child) continue
    try {
      yield* walkFolder(child, signal, depth + 1)
    }
    finally {
      await child.close()
    }
  }
}

async function openIfReadable(folder: OpenFolder, name: string): Promise<OpenFolder | undefined> {
  try {
    return await openChildFolder(folder, name)
  }
  catch (error) {
    // Not readable, removed meanwhile, or replaced by a link: the search continues without it.
    if (['EACCES', 'ENOENT', 'ELOOP', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return undefined
    throw error
  }
}
