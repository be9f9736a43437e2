import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path'
import { WorkspaceError, systemErrorCode } from './workspace-error'

const MAX_PATH_CHARACTERS = 1_024

/** A requested path after links are resolved. Only `shown` may leave the server. */
export interface WorkspacePath {
  /** Real path of the root that holds it. */
  readonly root: string
  /** Real path of the deepest part that exists. */
  readonly existing: string
  /** Names below `existing` that do not exist yet. */
  readonly missing: readonly string[]
  /** Relative to the root. */
  readonly shown: string
}

/** Compares segments: `/allowed-evil` starts with `/allowed` and is not inside it. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Finds where a path of the model leads. Of several roots the first that holds it is taken, else the first of all. */
export async function resolveWorkspacePath(roots: readonly string[], requested: string): Promise<WorkspacePath> {
  refuseForeignForms(requested)
  const paths: WorkspacePath[] = []
  for (const root of roots) {
    const path = await resolveInRoot(root, requested)
    if (path.missing.length === 0) return path
    paths.push(path)
  }
  const [first] = paths
  if (!first) throw new WorkspaceError('No workspace folder is set up.')
  return first
}

/** Forms that mean something else to another system, or to a decoder further down, than to this one. */
function refuseForeignForms(requested: string): void {
  const shown = clip(requested)
  if (requested.length > MAX_PATH_CHARACTERS) throw new WorkspaceError(`The path is longer than ${MAX_PATH_CHARACTERS} characters.`)
  if (requested.includes('\0')) throw new WorkspaceError('The path holds a NUL character.')
  if (requested.includes('\\')) throw new WorkspaceError(`"${shown}" holds a backslash; separate folders with "/".`)
  if (/%(?:2e|2f|5c|00|25)/i.test(requested)) throw new WorkspaceError(`"${shown}" is percent-encoded; write the path in plain characters.`)
  if (/^[a-z][a-z\d+.-]*:/i.test(requested)) throw new WorkspaceError(`"${shown}" is a URL or a drive; give a path inside the workspace.`)
  if (requested.startsWith('~') || isAbsolute(requested)) {
    throw new WorkspaceError(`"${shown}" is not relative to the workspace; write "notes/meeting.md", or "." for the workspace itself.`)
  }
  if (normalize(requested).split(sep)[0] === '..') throw outside(requested)
}

async function resolveInRoot(root: string, requested: string): Promise<WorkspacePath> {
  const realRoot = await realpath(root).catch(() => {
    throw new WorkspaceError('The workspace folder does not exist on the server.')
  })
  const missing: string[] = []
  let candidate = resolve(realRoot, requested)
  const shown = relative(realRoot, candidate) || '.'
  let existing = await findRealPath(candidate, shown)
  while (existing === undefined) {
    missing.unshift(basename(candidate))
    candidate = dirname(candidate)
    existing = await findRealPath(candidate, shown)
  }
  if (!isInside(realRoot, existing)) throw outside(requested)
  return { root: realRoot, existing, missing, shown }
}

async function findRealPath(path: string, shown: string): Promise<string | undefined> {
  try {
    return await realpath(path)
  }
  catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  }
  // A link to nothing is not a free name: creating a file through it would create its target.
  const dangling = await lstat(path).then(() => true, () => false)
  if (dangling) throw new WorkspaceError(`"${shown}" passes through a link that leads nowhere.`)
  return undefined
}

/** The whole way of a path that need not exist. */
export function fullPath(path: WorkspacePath): string {
  return join(path.existing, ...path.missing)
}

function outside(requested: string): WorkspaceError {
  return new WorkspaceError(`"${clip(requested)}" is outside the workspace; only paths inside it can be used.`)
}

function clip(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
