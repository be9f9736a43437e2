import { constants } from 'node:fs'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { defineTool, textResult, type PluginTool } from '../define-plugin'
import { openChildFolder, openFolder, type OpenFolder } from './open-inside'
import { createTemporaryName } from './temporary-file'
import { resolveParent, resolveWritePath, type WorkspacePath } from './workspace-path'
import { WorkspaceError, systemErrorCode, toWorkspaceError } from './workspace-error'

const MAX_CONTENT_CHARACTERS = 2_000_000

const input = z.strictObject({
  path: z.string().min(1).describe('Path relative to the workspace, such as "notes/summary.md"'),
  content: z.string().max(MAX_CONTENT_CHARACTERS).describe('The whole new text of the file'),
})
const output = z.object({ path: z.string(), bytes: z.int(), created: z.boolean() })

export function createWriteFileTool(roots: readonly string[]): PluginTool {
  return defineTool({
    name: 'write_file',
    title: 'Write file',
    description: 'Creates a text file in the workspace, or replaces the whole of an existing one. Missing folders are created.',
    input,
    output,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: async ({ path: requested, content }, { signal }) => {
      try {
        const path = await resolveWritePath(roots, requested)
        const name = fileName(path, requested)
        const folder = await openOrCreateFolder(await resolveParent(path))
        const written = await writeInFolder({ folder, name, content, signal }).finally(folder.close)
        return textResult(`${written.created ? 'Created' : 'Replaced'} ${written.path} (${written.bytes} bytes).`, written)
      }
      catch (error) {
        throw toWorkspaceError(error, requested)
      }
    },
  })
}

function fileName({ relativePath }: WorkspacePath, requested: string): string {
  if (relativePath === '.' || requested.endsWith('/')) throw new WorkspaceError(`"${requested}" is a folder; add a file name.`)
  return basename(relativePath)
}

/** Goes down folder by folder with each one held open: a recursive mkdir would follow a link put in its way. */
async function openOrCreateFolder(path: WorkspacePath): Promise<OpenFolder> {
  let folder = await openFolder(path.existing, path)
  for (const name of path.missing) {
    const parent = folder
    folder = await createChildFolder(parent, name).finally(parent.close)
  }
  return { ...folder, shown: path.shown }
}

async function createChildFolder(parent: OpenFolder, name: string): Promise<OpenFolder> {
  await mkdir(join(parent.address, name)).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  })
  return openChildFolder(parent, name)
}

interface Writing {
  readonly folder: OpenFolder
  readonly name: string
  readonly content: string
  readonly signal: AbortSignal
}

/** A new file beside the old one, then a rename: a reader sees the old text or the new one, and a link is never written through. */
async function writeInFolder({ folder, name, content, signal }: Writing): Promise<z.output<typeof output>> {
  const path = join(folder.shown, name)
  const target = join(folder.address, name)
  const before = await lstat(target).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  })
  if (before?.isDirectory()) throw new WorkspaceError(`"${path}" is a folder; give a file name.`)
  if (before && !before.isFile()) throw new WorkspaceError(`"${path}" is a link, a pipe or a device; it is not written.`)
  const temporary = join(folder.address, createTemporaryName())
  try {
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644)
    await fill(handle, content, before?.mode).finally(() => handle.close())
    signal.throwIfAborted()
    await rename(temporary, target)
  }
  catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return { path, bytes: Buffer.byteLength(content), created: !before }
}

async function fill(handle: Awaited<ReturnType<typeof open>>, content: string, mode: number | undefined): Promise<void> {
  await handle.writeFile(content)
  if (mode !== undefined) await handle.chmod(mode & 0o777)
  await handle.sync()
}
