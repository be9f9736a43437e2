import { z } from 'zod'
import { cutText } from '#shared/cut-text'
import { decodeText, defineTool, textResult, ToolError, type PluginTool, type ToolCallResult, type Workspace } from '../define-plugin'

const MAX_FILE_BYTES = 10 * 1024 * 1024
const MAX_IMAGE_BYTES = 4 * 1024 * 1024
const MAX_TEXT_CHARACTERS = 100_000
const DEFAULT_LINES = 2_000

const input = z.strictObject({
  path: z.string().min(1).describe('Path relative to the workspace, such as "notes/meeting.md"'),
  offset: z.int().min(1).default(1).describe('First line to read, counted from 1'),
  limit: z.int().min(1).max(10_000).default(DEFAULT_LINES).describe('How many lines to read'),
})

export function createReadFileTool(workspace: Workspace): PluginTool {
  return defineTool({
    name: 'read_file',
    title: 'Read file',
    description: 'Reads a text file of the workspace, or shows an image (PNG, JPEG, GIF, WebP, up to 4 MB). '
      + 'Long texts come in pages of lines.',
    input,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async ({ path: requested, offset, limit }, { signal }) => {
      const { path, bytes } = await workspace.readFile(requested, { maxBytes: MAX_FILE_BYTES, signal })
      return toResult(bytes, { path, offset, limit })
    },
  })
}

interface Page {
  readonly path: string
  readonly offset: number
  readonly limit: number
}

function toResult(bytes: Buffer, page: Page): ToolCallResult {
  const mimeType = detectImageType(bytes)
  if (!mimeType) return textPage(decodeText(bytes, page.path), page)
  if (bytes.length > MAX_IMAGE_BYTES) throw new ToolError(`The image "${page.path}" is larger than 4 MB.`, 'change-arguments')
  return { content: [{ type: 'image', data: bytes.toString('base64'), mimeType }] }
}

function textPage(text: string, { path, offset, limit }: Page): ToolCallResult {
  const lines = text.split('\n')
  if (offset > lines.length) {
    throw new ToolError(`"${path}" has only ${lines.length} lines; offset ${offset} is past its end.`, 'change-arguments')
  }
  const page = lines.slice(offset - 1, offset - 1 + limit)
  const joined = page.join('\n')
  if (joined.length > MAX_TEXT_CHARACTERS) {
    return withNote(cutText(joined, MAX_TEXT_CHARACTERS), `Cut after ${MAX_TEXT_CHARACTERS} characters. Ask for fewer lines with limit.`)
  }
  const last = offset + page.length - 1
  if (last === lines.length) return textResult(joined)
  return withNote(joined, `Lines ${offset} to ${last} of ${lines.length}. Continue with offset ${last + 1}.`)
}

/** A block of its own, so that the note is never mistaken for a part of the file. */
function withNote(text: string, note: string): ToolCallResult {
  return { content: [{ type: 'text', text }, { type: 'text', text: `[${note}]` }] }
}

/** By the first bytes, as the name of a file proves nothing. The four types that every provider accepts. */
function detectImageType(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return 'image/png'
  if (head.startsWith('\xFF\xD8\xFF')) return 'image/jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  return undefined
}
