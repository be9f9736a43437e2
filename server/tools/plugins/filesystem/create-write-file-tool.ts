import { z } from 'zod'
import { defineTool, textResult, type PluginTool, type Workspace } from '../define-plugin'

const MAX_CONTENT_CHARACTERS = 2_000_000

const input = z.strictObject({
  path: z.string().min(1).describe('Path relative to the workspace, such as "notes/summary.md"'),
  content: z.string().max(MAX_CONTENT_CHARACTERS).describe('The whole new text of the file'),
})
const output = z.object({ path: z.string(), bytes: z.int(), created: z.boolean() })

export function createWriteFileTool(workspace: Workspace): PluginTool {
  return defineTool({
    name: 'write_file',
    title: 'Write file',
    description: 'Creates a text file in the workspace, or replaces the whole of an existing one. Missing folders are created.',
    input,
    output,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: async ({ path, content }, { signal }) => {
      const written = await workspace.writeFile(path, content, signal)
      return textResult(`${written.created ? 'Created' : 'Replaced'} ${written.path} (${written.bytes} bytes).`, written)
    },
  })
}
