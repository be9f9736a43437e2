import { z } from 'zod'
import { cutText } from '#shared/cut-text'
import { defineTool, textResult, type FoundFile, type PluginTool, type Workspace } from '../define-plugin'
import { createGlobMatcher } from './create-glob-matcher'
import { createTextReader } from './create-text-reader'

const MAX_HITS = 200
const MAX_FILES_SEEN = 20_000
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
const output = z.object({
  hits: z.array(hitSchema),
  truncated: z.boolean(),
  tooLarge: z.int().optional().describe('How many files were not searched inside, because they are over 1 MB'),
})
type Hit = z.output<typeof hitSchema>
type Search = z.output<typeof output>

export function createSearchFilesTool(workspace: Workspace): PluginTool {
  return defineTool({
    name: 'search_files',
    title: 'Search files',
    description: 'Finds files of the workspace by name pattern and, with content, the lines that hold a text. '
      + 'At most 200 hits; files over 1 MB are not searched inside.',
    input,
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async ({ pattern, path, content }, { signal }) => {
      const found = await search({ files: workspace.walkFiles(path, signal), matches: createGlobMatcher(pattern), content })
      return textResult(toText(found), found)
    },
  })
}

interface SearchOptions {
  readonly files: AsyncIterable<FoundFile>
  readonly matches: (path: string) => boolean
  readonly content: string | undefined
}

async function search({ files, matches, content }: SearchOptions): Promise<Search> {
  const hits: Hit[] = []
  const reader = createTextReader()
  const answer = (truncated: boolean): Search => {
    const tooLarge = reader.tooLarge()
    return { hits: hits.slice(0, MAX_HITS), truncated, ...(tooLarge > 0 && { tooLarge }) }
  }
  let seen = 0
  for await (const file of files) {
    if (++seen > MAX_FILES_SEEN) return answer(true)
    if (!file.names.some(matches)) continue
    hits.push(...content === undefined ? [{ path: file.path }] : findLines(file.path, await reader.read(file), content))
    if (hits.length > MAX_HITS) return answer(true)
  }
  return answer(false)
}

function findLines(path: string, text: string, content: string): Hit[] {
  const wanted = content.toLowerCase()
  if (!text.toLowerCase().includes(wanted)) return []
  return text.split('\n').flatMap((line, index) =>
    line.toLowerCase().includes(wanted) ? [{ path, line: index + 1, text: cutText(line.trim(), MAX_LINE_CHARACTERS) }] : [])
}

function toText({ hits, truncated, tooLarge = 0 }: Search): string {
  const lines = hits.map(hit => hit.line === undefined ? hit.path : `${hit.path}:${hit.line}: ${hit.text}`)
  return [
    ...hits.length > 0 ? lines : ['Nothing was found.'],
    ...truncated ? ['[There is more. Narrow the pattern or the folder.]'] : [],
    ...tooLarge > 0 ? [`[${tooLarge === 1 ? '1 file was' : `${tooLarge} files were`} not searched inside: over 1 MB.]`] : [],
  ].join('\n')
}
