import type { Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder, type OpenFolder } from './open-inside'
import { fullPath, resolveWorkspacePath, type WorkspacePath } from './workspace-path'

interface FolderEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Of files only; absent when the file was removed meanwhile. */
  readonly bytes?: number
}

export interface FolderListing {
  readonly path: string
  /** In order of their names. */
  readonly entries: readonly FolderEntry[]
  /** Whether the folder has more entries than were requested. */
  readonly truncated: boolean
  /** The workspace folder that holds the path, when there are several. */
  readonly workspaceFolder?: string
  /** The others; their files have absolute paths. */
  readonly otherWorkspaceFolders?: readonly string[]
}

interface ListOptions {
  readonly maxEntries: number
  readonly signal: AbortSignal
}

export async function listFolder(roots: readonly string[], requested: string, options: ListOptions): Promise<FolderListing> {
  const path = await resolveWorkspacePath(roots, requested)
  const folder = await openFolder(fullPath(path), path)
  const listed = await listEntries(folder, options).finally(folder.close)
  return { path: path.shown, ...listed, ...describeRoots(roots, path) }
}

type RootDescription = Pick<FolderListing, 'workspaceFolder' | 'otherWorkspaceFolders'>

/** With one root every path is relative, and its location stays private. */
function describeRoots(roots: readonly string[], { shownRoot }: WorkspacePath): RootDescription {
  if (roots.length < 2) return {}
  const workspaceFolder = shownRoot || roots[0]
  return { workspaceFolder, otherWorkspaceFolders: roots.filter(root => root !== workspaceFolder) }
}

async function listEntries(folder: OpenFolder, { maxEntries, signal }: ListOptions): Promise<Pick<FolderListing, 'entries' | 'truncated'>> {
  const entries: FolderEntry[] = []
  for await (const entry of await opendir(folder.address)) {
    signal.throwIfAborted()
    if (entries.length === maxEntries) return { entries: sorted(entries), truncated: true }
    entries.push(await describeEntry(folder, entry))
  }
  return { entries: sorted(entries), truncated: false }
}

async function describeEntry(folder: OpenFolder, entry: Dirent): Promise<FolderEntry> {
  const kind = kindOf(entry)
  const bytes = kind === 'file' ? await lstat(join(folder.address, entry.name)).then(stat => stat.size, () => undefined) : undefined
  return { name: entry.name, kind, ...(bytes !== undefined && { bytes }) }
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

function sorted(entries: readonly FolderEntry[]): FolderEntry[] {
  return entries.toSorted((left, right) => left.name < right.name ? -1 : 1)
}
