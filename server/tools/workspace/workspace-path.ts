import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path'
import { cutText } from '#shared/cut-text'
import { isInside } from './is-inside'
import { WorkspaceError, systemErrorCode } from './workspace-error'

const MAX_PATH_CHARACTERS = 1_024

/** A requested path after links are resolved. */
export interface WorkspacePath {
  /** Real path of the root that holds it. */
  readonly root: string
  /** The root as it is written in answers: empty for the first one, whose paths are relative. */
  readonly shownRoot: string
  /** From the root; "." is the root itself. */
  readonly relativePath: string
  /** Real path of the deepest part that exists. */
  readonly existing: string
  /** Names below `existing` that do not exist yet. */
  readonly missing: readonly string[]
  /** For answers: resolves to the same place when it is sent back, whatever the number of roots. */
  readonly shown: string
}

/**
 * Resolves a path of the model. An absolute one has to lie in one of the roots. A relative one belongs to the first root in which
 * it exists, else to the first of all.
 */
export async function resolveWorkspacePath(roots: readonly string[], requested: string): Promise<WorkspacePath> {
  rejectForeignForms(requested)
  if (isAbsolute(requested)) return resolveAbsolutePath(roots, requested)
  if (normalize(requested).split(sep)[0] === '..') throw outside(requested)
  const paths: WorkspacePath[] = []
  for (const root of toRoots(roots)) {
    const path = await resolveInRoot(root, requested)
    if (path.missing.length === 0) return path
    paths.push(path)
  }
  const [first] = paths
  if (!first) throw new WorkspaceError('No workspace folder is set up.', 'unavailable', 'tell-person')
  return first
}

/** The same for a file to write: a relative path always belongs to the first root, so that no other is written by accident. */
export function resolveWritePath(roots: readonly string[], requested: string): Promise<WorkspacePath> {
  return resolveWorkspacePath(isAbsolute(requested) ? roots : roots.slice(0, 1), requested)
}

/** The folder that holds the path, in the same root. */
export function resolveParent({ root, shownRoot, relativePath }: WorkspacePath): Promise<WorkspacePath> {
  return resolveInRoot({ path: root, shown: shownRoot }, dirname(relativePath))
}

/** The whole path; its last part need not exist. */
export function fullPath(path: WorkspacePath): string {
  return join(path.existing, ...path.missing)
}

interface Root {
  readonly path: string
  readonly shown: string
}

function toRoots(roots: readonly string[]): Root[] {
  return roots.map((path, index) => ({ path, shown: index === 0 ? '' : path }))
}

/** Forms that mean something else to another system, or to a decoder further down, than to this one. */
function rejectForeignForms(requested: string): void {
  const shown = clip(requested)
  if (requested.length > MAX_PATH_CHARACTERS) {
    throw new WorkspaceError(`The path is longer than ${MAX_PATH_CHARACTERS} characters.`, 'invalid-path')
  }
  // The system would store another name than the one that was asked for. The path is not repeated: a vendor may reject it too.
  if (!requested.isWellFormed()) {
    throw new WorkspaceError('The path holds half of a character pair. Send whole characters.', 'invalid-path')
  }
  if (requested.includes('\0')) throw new WorkspaceError('The path holds a NUL character.', 'invalid-path')
  if (requested.includes('\\')) throw new WorkspaceError(`"${shown}" holds a backslash; separate folders with "/".`, 'invalid-path')
  if (/%(?:2e|2f|5c|00|25)/i.test(requested)) {
    throw new WorkspaceError(`"${shown}" is percent-encoded; write the path in plain characters.`, 'invalid-path')
  }
  if (/^[a-z][a-z\d+.-]*:/i.test(requested)) {
    throw new WorkspaceError(`"${shown}" is a URL or a drive; give a path inside the workspace.`, 'invalid-path')
  }
  if (requested.startsWith('~')) {
    throw new WorkspaceError(
      `"${shown}" is not relative to the workspace; write "notes/meeting.md", or "." for the workspace itself.`, 'invalid-path',
    )
  }
}

/** Finds the root by the text of the path alone; `resolveInRoot` then checks where it really is, as for a relative path. */
async function resolveAbsolutePath(roots: readonly string[], requested: string): Promise<WorkspacePath> {
  for (const root of toRoots(roots)) {
    const realRoot = await realpath(root.path).catch(() => root.path)
    const base = [root.path, realRoot].find(path => isInside(path, requested))
    if (base !== undefined) return resolveInRoot(root, relative(base, requested))
  }
  throw outside(requested)
}

async function resolveInRoot({ path, shown: shownRoot }: Root, requested: string): Promise<WorkspacePath> {
  const root = await realpath(path).catch(() => {
    throw new WorkspaceError('The workspace folder does not exist on the server.', 'unavailable', 'tell-person')
  })
  const missing: string[] = []
  let candidate = resolve(root, requested)
  const relativePath = relative(root, candidate) || '.'
  const shown = join(shownRoot, relativePath)
  let existing = await findRealPath(candidate, shown)
  while (existing === undefined) {
    missing.unshift(basename(candidate))
    candidate = dirname(candidate)
    existing = await findRealPath(candidate, shown)
  }
  if (!isInside(root, existing)) throw outside(requested)
  return { root, shownRoot, relativePath, existing, missing, shown }
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
  if (dangling) throw new WorkspaceError(`"${shown}" passes through a link that leads nowhere.`, 'wrong-kind')
  return undefined
}

function outside(requested: string): WorkspaceError {
  return new WorkspaceError(`"${clip(requested)}" is outside the workspace; only paths inside it can be used.`, 'outside')
}

function clip(text: string): string {
  return text.length > 100 ? `${cutText(text, 100)}…` : text
}
