import { type Remedy, ToolError } from '../tool-source'

/**
 * Why the workspace rejected a path. `missing`: nothing has this path, so that it can be written. `wrong-kind`: a folder where a file is
 * needed or the reverse, a link, a pipe or a device. `unavailable`: the server cannot provide it, whatever the path.
 */
export type WorkspaceErrorCode
  = 'missing' | 'outside' | 'invalid-path' | 'wrong-kind' | 'binary' | 'too-large' | 'no-permission' | 'changed' | 'unavailable'

/** A rejected path. The message is for the model: what is wrong with its path and what to do instead. A plugin reads `code`. */
export class WorkspaceError extends ToolError {
  override readonly name = 'WorkspaceError'

  constructor(message: string, readonly code: WorkspaceErrorCode, remedy: Remedy = 'change-arguments') {
    super(message, remedy)
  }
}

/** No other path would help. */
const SERVER_ERRORS: readonly string[] = ['ENOSPC', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']

interface Meaning { readonly code: WorkspaceErrorCode, readonly text: string }

const MEANINGS: Readonly<Record<string, Meaning>> = {
  EACCES: { code: 'no-permission', text: 'the server has no permission for it' },
  EPERM: { code: 'no-permission', text: 'the server has no permission for it' },
  EISDIR: { code: 'wrong-kind', text: 'it is a folder' },
  ELOOP: { code: 'wrong-kind', text: 'it is a link, and links are not followed here' },
  ENAMETOOLONG: { code: 'invalid-path', text: 'the name is too long' },
  ENOENT: { code: 'missing', text: 'it does not exist; list_directory shows what does' },
  ENOSPC: { code: 'unavailable', text: 'the disk is full' },
  ENOTDIR: { code: 'wrong-kind', text: 'a part of the path is a file, not a folder' },
  ENXIO: { code: 'wrong-kind', text: 'it is not a regular file' },
  EROFS: { code: 'unavailable', text: 'the disk is read-only' },
}

/** The code of a system error, such as `ENOENT`. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Node's own messages hold the absolute path of the server; only the code is kept. */
export function toWorkspaceError(error: unknown, shown: string): unknown {
  const code = systemErrorCode(error)
  if (error instanceof WorkspaceError || code === undefined || code === 'ABORT_ERR') return error
  const meaning = MEANINGS[code] ?? { code: 'unavailable', text: `the system answered ${code}` }
  return new WorkspaceError(
    `Cannot use "${shown}": ${meaning.text}.`, meaning.code, SERVER_ERRORS.includes(code) ? 'tell-person' : undefined,
  )
}
