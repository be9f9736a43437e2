import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { cutText } from '#shared/cut-text'
import { defineTool, textResult, type PluginTool, type ToolCallResult } from '../define-plugin'
import { detectImageType } from './detect-image-type'
import { openFile } from './open-inside'
import { fullPath, resolveWorkspacePath } from './workspace-path'
import { WorkspaceError, toWorkspaceError } from './workspace-error'

const MAX_FILE_BYTES = 10 * 1024 * 1024
const MAX_IMAGE_BYTES = 4 * 1024 * 1024
const MAX_TEXT_CHARACTERS = 100_000
const DEFAULT_LINES = 2_000

const input = z.strictObject({
  path: z.string().min(1).describe('Path relative to the workspace, such as "notes/meeting.md"'),
  offset: z.int().min(1).default(1).describe('First line to read, counted from 1'),
  limit: z.int().min(1).max(10_000).default(DEFAULT_LINES).describe('How many lines to read'),
})

export function createReadFileTool(roots: readonly string[]): PluginTool {
  return defineTool({
    name: 'read_file',
    title: 'Read file',
    description: 'Reads a text file of the workspace, or shows an image (PNG, JPEG, GIF, WebP, up to 4 MB). Long texts come in pages of lines.',
    input,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async ({ path: requested, offset, limit }, { signal }) => {
      try {
        const path = await resolveWorkspacePath(roots, requested)
        const handle = await openFile(fullPath(path), path)
        const bytes = await readCapped(handle, path.shown, signal).finally(() => handle.close())
        return toResult(bytes, { shown: path.shown, offset, limit })
      }
      catch (error) {
        throw toWorkspaceError(error, requested)
      }
    },
  })
}

/** The cap is kept while reading: the size of a file says nothing about one that grows or is made up by the system. */
async function readCapped(handle: FileHandle, shown: string, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of handle.createReadStream({ autoClose: false, signal })) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_FILE_BYTES) throw new WorkspaceError(`"${shown}" is larger than 10 MB; search_files finds text in smaller files.`)
  }
  return Buffer.concat(chunks)
}

interface Page {
  readonly shown: string
  readonly offset: number
  readonly limit: number
}

function toResult(bytes: Buffer, page: Page): ToolCallResult {
  const mimeType = detectImageType(bytes)
  if (!mimeType) return textPage(decodeText(bytes, page.shown), page)
  if (bytes.length > MAX_IMAGE_BYTES) throw new WorkspaceError(`The image "${page.shown}" is larger than 4 MB.`)
  return { content: [{ type: 'image', data: bytes.toString('base64'), mimeType }] }
}

function decodeText(bytes: Buffer, shown: string): string {
  try {
    if (!bytes.includes(0)) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  }
  catch {
    // Not UTF-8: answered below, as any other binary file.
  }
  throw new WorkspaceError(`"${shown}" is a binary file (${bytes.length} bytes); only UTF-8 text and images can be read.`)
}

function textPage(text: string, { shown, offset, limit }: Page): ToolCallResult {
  const lines = text.split('\n')
  if (offset > lines.length) throw new WorkspaceError(`"${shown}" has only ${lines.length} lines; offset ${offset} is past its end.`)
  const page = lines.slice(offset - 1, offset - 1 + limit)
  const joined = page.join('\n')
  if (joined.length > MAX_TEXT_CHARACTERS) {
    return withNote(cutText(joined, MAX_TEXT_CHARACTERS), `Cut after ${MAX_TEXT_CHARACTERS} characters. Ask for fewer lines with limit.`)
  }
  const last = offset + page.length - 1
  if (last === lines.length) return textResult(joined)
  return withNote(joined, `Lines ${offset} to ${last} of ${lines.length}. Continue with offset ${last + 1}.`)
}

/** A block of its own, so that the note is never taken for a part of the file. */
function withNote(text: string, note: string): ToolCallResult {
  return { content: [{ type: 'text', text }, { type: 'text', text: `[${note}]` }] }
}
