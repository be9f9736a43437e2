import type { Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { defineTool, textResult, type PluginTool } from '../define-plugin'
import { openFolder, type OpenFolder } from './open-inside'
import { fullPath, resolveWorkspacePath, type WorkspacePath } from './workspace-path'
import { toWorkspaceError } from './workspace-error'

const MAX_ENTRIES = 1_000

const input = z.strictObject({
  path: z.string().min(1).default('.').describe('Folder relative to the workspace; "." is the workspace itself'),
})
const entrySchema = z.object({
  name: z.string(),
  kind: z.enum(['file', 'folder', 'link', 'other']),
  /** Of files only. */
  bytes: z.int().optional(),
})
const output = z.object({
  path: z.string(),
  entries: z.array(entrySchema),
  truncated: z.boolean(),
  workspaceFolder: z.string().optional().describe('The workspace folder that holds the path, when there are several'),
  otherWorkspaceFolders: z.array(z.string()).optional().describe('The others; their files have absolute paths'),
})
type Entry = z.output<typeof entrySchema>

export function createListDirectoryTool(roots: readonly string[]): PluginTool {
  return defineTool({
    name: 'list_directory',
    title: 'List folder',
    description: 'Lists the files and folders in one folder of the workspace, with sizes.',
    input,
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async ({ path: requested }, { signal }) => {
      try {
        const path = await resolveWorkspacePath(roots, requested)
        const folder = await openFolder(fullPath(path), path)
        const listed = await listEntries(folder, signal).finally(folder.close)
        const place = describeRoots(roots, path)
        return textResult(toText(path.shown, { ...listed, ...place }), { path: path.shown, ...listed, ...place })
      }
      catch (error) {
        throw toWorkspaceError(error, requested)
      }
    },
  })
}

type Place = Pick<z.output<typeof output>, 'workspaceFolder' | 'otherWorkspaceFolders'>

/** With one root there is nothing to tell apart, and where it lies is nobody's business. */
function describeRoots(roots: readonly string[], { shownRoot }: WorkspacePath): Place {
  if (roots.length < 2) return {}
  const workspaceFolder = shownRoot || roots[0]
  return { workspaceFolder, otherWorkspaceFolders: roots.filter(root => root !== workspaceFolder) }
}

interface Listing {
  readonly entries: readonly Entry[]
  readonly truncated: boolean
}

async function listEntries(folder: OpenFolder, signal: AbortSignal): Promise<Listing> {
  const entries: Entry[] = []
  for await (const entry of await opendir(folder.address)) {
    signal.throwIfAborted()
    if (entries.length === MAX_ENTRIES) return { entries: sorted(entries), truncated: true }
    const kind = kindOf(entry)
    // Absent when the file went away between the two calls.
    const bytes = kind === 'file' ? await lstat(join(folder.address, entry.name)).then(stat => stat.size, () => undefined) : undefined
    entries.push({ name: entry.name, kind, ...(bytes !== undefined && { bytes }) })
  }
  return { entries: sorted(entries), truncated: false }
}

function kindOf(entry: Dirent): Entry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

function sorted(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((left, right) => left.name < right.name ? -1 : 1)
}

function toText(shown: string, { entries, truncated, workspaceFolder, otherWorkspaceFolders = [] }: Listing & Place): string {
  const place = workspaceFolder === undefined
    ? []
    : [`[In the workspace folder ${workspaceFolder}. The others, by absolute path: ${otherWorkspaceFolders.join(', ')}]`]
  if (entries.length === 0) return [`${shown} is empty.`, ...place].join('\n')
  const lines = entries.map(entry => entry.kind === 'file' ? `${entry.name} (${entry.bytes ?? '?'} bytes)` : `${entry.name} (${entry.kind})`)
  return [...lines, ...(truncated ? [`[Only the first ${MAX_ENTRIES} entries.]`] : []), ...place].join('\n')
}
