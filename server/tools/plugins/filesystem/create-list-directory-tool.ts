import { z } from 'zod'
import { defineTool, textResult, type FolderListing, type PluginTool, type Workspace } from '../define-plugin'

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

export function createListDirectoryTool(workspace: Workspace): PluginTool {
  return defineTool({
    name: 'list_directory',
    title: 'List folder',
    description: 'Lists the files and folders in one folder of the workspace, with sizes.',
    input,
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async ({ path }, { signal }) => {
      const listing = await workspace.listFolder(path, { maxEntries: MAX_ENTRIES, signal })
      return textResult(toText(listing), listing)
    },
  })
}

function toText({ path, entries, truncated, workspaceFolder, otherWorkspaceFolders = [] }: FolderListing): string {
  const place = workspaceFolder === undefined
    ? []
    : [`[In the workspace folder ${workspaceFolder}. The others, by absolute path: ${otherWorkspaceFolders.join(', ')}]`]
  if (entries.length === 0) return [`${path} is empty.`, ...place].join('\n')
  const lines = entries.map(({ name, kind, bytes }) => kind === 'file' ? `${name} (${bytes ?? '?'} bytes)` : `${name} (${kind})`)
  return [...lines, ...(truncated ? [`[Only the first ${MAX_ENTRIES} entries.]`] : []), ...place].join('\n')
}
