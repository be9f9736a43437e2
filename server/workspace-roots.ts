import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { AppError } from './errors'
import { isInside } from './tools/workspace/is-inside'

export type WorkspaceRoots = readonly [string, ...string[]]

interface OwnFolders {
  readonly dataDirectory: string
  readonly appDirectory: string
}

/** What lies there are processes and devices, not documents: `/proc/self/environ` holds the keys of the server. */
const KERNEL_FOLDERS = ['/proc', '/sys', '/dev']

/**
 * The folders of `PATCHBAY_WORKSPACE`, separated like `PATH`; absolute, each once. Throws `misconfigured` for a folder through
 * which a model could reach the data folder, where `secrets.key` and the database lie, the server's program, its `.env`,
 * or the kernel's own files.
 */
export function readWorkspaceRoots(setting: string | undefined, { dataDirectory, appDirectory }: OwnFolders): WorkspaceRoots {
  const ownWorkspace = join(dataDirectory, 'workspace')
  const named = new Set((setting ?? '').split(delimiter).filter(path => path.trim() !== '').map(path => resolve(path)))
  const [first = ownWorkspace, ...others] = named
  const realDataDirectory = toRealPath(dataDirectory, 'PATCHBAY_DATA_DIR')
  for (const root of [first, ...others]) {
    rejectDataDirectory(root, { dataDirectory, realDataDirectory })
    rejectProgram(root, { appDirectory, realDataDirectory })
    rejectKernel(root)
  }
  return [first, ...others]
}

interface DataDirectory {
  readonly dataDirectory: string
  readonly realDataDirectory: string
}

function rejectDataDirectory(root: string, { dataDirectory, realDataDirectory }: DataDirectory): void {
  const realRoot = toRealPath(root, 'PATCHBAY_WORKSPACE')
  if (realRoot === join(realDataDirectory, 'workspace')) return
  if (!isInside(realRoot, realDataDirectory) && !isInside(realDataDirectory, realRoot)) return
  throw new AppError(
    'misconfigured',
    `PATCHBAY_WORKSPACE: ${root} gives tools access to the data folder ${dataDirectory}, which holds secrets.key. `
    + 'Set PATCHBAY_WORKSPACE to a folder beside the data folder (or leave it empty), '
    + 'or PATCHBAY_DATA_DIR to a folder outside the workspace.',
  )
}

/** Also where no `.env` is yet: a tool could write one, and the next start would read it. */
function rejectProgram(
  root: string, { appDirectory, realDataDirectory }: { readonly appDirectory: string, readonly realDataDirectory: string },
): void {
  const realRoot = toRealPath(root, 'PATCHBAY_WORKSPACE')
  const settings = resolve('.env')
  const program = toRealPath(findProgram(appDirectory), 'The program folder')
  const own = [program, join(toRealPath(dirname(settings), 'The working directory'), '.env'), toRealPath(settings, 'The settings file')]
  // In development the data folder lies in the program folder.
  const isInProgram = isInside(program, realRoot) && realRoot !== join(realDataDirectory, 'workspace')
  if (!isInProgram && !own.some(path => isInside(realRoot, path))) return
  throw new AppError('misconfigured', `PATCHBAY_WORKSPACE: ${root} gives tools access to the server's own program or settings. `
    + `Set PATCHBAY_WORKSPACE to a folder outside ${program} that contains neither it nor ${settings}.`)
}

/** A build has the files of the pages beside the server, and both are the program. */
function findProgram(appDirectory: string): string {
  const parent = dirname(appDirectory)
  return existsSync(join(parent, 'nitro.json')) ? parent : appDirectory
}

function rejectKernel(root: string): void {
  const realRoot = toRealPath(root, 'PATCHBAY_WORKSPACE')
  if (!KERNEL_FOLDERS.some(folder => isInside(folder, realRoot))) return
  throw new AppError(
    'misconfigured', `PATCHBAY_WORKSPACE: ${root} holds processes or devices of the system, not documents. Set it to another folder.`,
  )
}

/** Links are resolved; the end of the path need not exist. */
function toRealPath(path: string, variable: string): string {
  const missing: string[] = []
  for (let candidate = path; ; candidate = dirname(candidate)) {
    const existing = findRealPath(candidate, variable)
    if (existing !== undefined) return join(existing, ...missing)
    missing.unshift(basename(candidate))
  }
}

function findRealPath(path: string, variable: string): string | undefined {
  try {
    return realpathSync.native(path)
  }
  catch (error) {
    if (!isMissing(error)) throw new AppError('misconfigured', `${variable}: ${path} cannot be used: ${String(error)}`, { cause: error })
  }
  // Its target may be created later, as the data folder is at the first start.
  if (lstatSync(path, { throwIfNoEntry: false })) {
    throw new AppError('misconfigured', `${variable}: ${path} is a link that leads nowhere. Create its target first.`)
  }
  return undefined
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
