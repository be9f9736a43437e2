import { relative } from 'node:path'
import { z } from 'zod'
import { defineTool, textResult, type PluginTool } from '../define-plugin'
import { createGlobMatcher } from './create-glob-matcher'
import { openFile, openFolder, type OpenFolder } from './open-inside'
import { walkFolder, type FoundFile } from './walk-folder'
import { fullPath, resolveWorkspacePath } from './workspace-path'
import { toWorkspaceError } from './workspace-error'

const MAX_HITS = 200
const MAX_FILES_SEEN = 20_000
const MAX_SEARCHED_BYTES = 1_000_000
const MAX_LINE_CHARACTERS = 200

const input = z.strictObject({
  pattern: z.string().min(1).max(200).default('*').describe('File names to look at: "*.md", "reports/**/*.csv", or a part of a name'),
  path: z.string().min(1).default('.').describe('Folder to search, relative to the workspace'),
  content: z.string().min(1).max(500).optional().describe('Plain text to find inside the files; upper and lower case are the same'),
})
const hitSchema = z.object({
  path: z.string(),
  /** Of the line that holds the text, counted from 1. */
  line: z.int().optional(),
  text: z.string().optional(),
})
const output = z.object({ hits: z.array(hitSchema), truncated: z.boolean() })
type Hit = z.output<typeof hitSchema>
type Search = z.output<typeof output>

export function createSearchFilesTool(roots: readonly string[]): PluginTool {
  return defineTool({
    name: 'search_files',
    title: 'Search files',
    description: 'Finds files of the workspace by name pattern and, with content, the lines that hold a text. At most 200 hits; files over 1 MB are not searched inside.',
    input,
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async ({ pattern, path: requested, content }, { signal }) => {
      try {
        const path = await resolveWorkspacePath(roots, requested)
        const folder = await openFolder(fullPath(path), path)
        const found = await search({ folder, matches: createGlobMatcher(pattern), content, signal }).finally(folder.close)
        return textResult(toText(found), found)
      }
      catch (error) {
        throw toWorkspaceError(error, requested)
      }
    },
  })
}

interface SearchOptions {
  readonly folder: OpenFolder
  readonly matches: (path: string) => boolean
  readonly content: string | undefined
  readonly signal: AbortSignal
}

async function search({ folder, matches, content, signal }: SearchOptions): Promise<Search> {
  const hits: Hit[] = []
  let seen = 0
  for await (const file of walkFolder(folder, signal)) {
    if (++seen > MAX_FILES_SEEN) return { hits, truncated: true }
    if (!matches(file.shown) && !matches(relative(folder.shown, file.shown))) continue
    hits.push(...content === undefined ? [{ path: file.shown }] : await findLines(file, folder.root, content))
    if (hits.length > MAX_HITS) return { hits: hits.slice(0, MAX_HITS), truncated: true }
  }
  return { hits, truncated: false }
}

async function findLines(file: FoundFile, root: string, content: string): Promise<Hit[]> {
  const text = await readSearchable(file, root)
  const wanted = content.toLowerCase()
  if (!text.toLowerCase().includes(wanted)) return []
  return text.split('\n').flatMap((line, index) =>
    line.toLowerCase().includes(wanted) ? [{ path: file.shown, line: index + 1, text: line.trim().slice(0, MAX_LINE_CHARACTERS) }] : [])
}

/** Empty for what cannot be searched: too large, binary, or not readable by the server. */
async function readSearchable(file: FoundFile, root: string): Promise<string> {
  const handle = await openFile(file.address, { root, shown: file.shown }).catch(() => undefined)
  if (!handle) return ''
  try {
    if ((await handle.stat()).size > MAX_SEARCHED_BYTES) return ''
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_SEARCHED_BYTES), 0, MAX_SEARCHED_BYTES, 0)
    const bytes = buffer.subarray(0, bytesRead)
    return bytes.includes(0) ? '' : bytes.toString('utf8')
  }
  finally {
    await handle.close()
  }
}

function toText({ hits, truncated }: Search): string {
  if (hits.length === 0) return 'Nothing was found.'
  const lines = hits.map(hit => hit.line === undefined ? hit.path : `${hit.path}:${hit.line}: ${hit.text}`)
  return [...lines, ...(truncated ? ['[There is more. Narrow the pattern or the folder.]'] : [])].join('\n')
}
