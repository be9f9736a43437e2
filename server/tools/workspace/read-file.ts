import type { FileHandle } from 'node:fs/promises'
import { decodeText } from './decode-text'
import { openFile } from './open-inside'
import { WorkspaceError } from './workspace-error'
import { fullPath, resolveWorkspacePath } from './workspace-path'

const MEGABYTE = 1024 * 1024

export interface FileContent {
  readonly path: string
  readonly bytes: Buffer
}

export interface TextContent {
  readonly path: string
  readonly text: string
}

export interface ReadOptions {
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export async function readFile(roots: readonly string[], requested: string, options: ReadOptions): Promise<FileContent> {
  const path = await resolveWorkspacePath(roots, requested)
  const handle = await openFile(fullPath(path), path)
  const bytes = await readCapped(handle, path.shown, options).finally(() => handle.close())
  return { path: path.shown, bytes }
}

export async function readText(roots: readonly string[], requested: string, options: ReadOptions): Promise<TextContent> {
  const { path, bytes } = await readFile(roots, requested, options)
  return { path, text: decodeText(bytes, path) }
}

/** The limit is checked while reading: the reported size is wrong for a file that grows or that the system generates. */
async function readCapped(handle: FileHandle, shown: string, { maxBytes, signal }: ReadOptions): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of handle.createReadStream({ autoClose: false, signal })) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) throw new WorkspaceError(`"${shown}" is larger than ${describeSize(maxBytes)}.`, 'too-large')
  }
  return Buffer.concat(chunks)
}

function describeSize(bytes: number): string {
  return bytes % MEGABYTE === 0 ? `${bytes / MEGABYTE} MB` : `${bytes} bytes`
}
