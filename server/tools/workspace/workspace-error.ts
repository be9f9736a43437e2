import { type Remedy, ToolError } from '../tool-source'

/** A rejected path. The message is for the model: what is wrong with its path and what to do instead. */
export class WorkspaceError extends ToolError {
  override readonly name = 'WorkspaceError'

  constructor(message: string, remedy: Remedy = 'change-arguments') {
    super(message, remedy)
  }
}

/** No other path would help. */
const SERVER_ERRORS: readonly string[] = ['ENOSPC', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']

const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'the server has no permission for it',
  EPERM: 'the server has no permission for it',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link, and links are not followed here',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'it does not exist; list_directory shows what does',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENXIO: 'it is not a regular file',
  EROFS: 'the disk is read-only',
}

/** The code of a system error, such as `ENOENT`. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Node's own messages hold the absolute path of the server; only the code is kept. */
export function toWorkspaceError(error: unknown, shown: string): unknown {
  const code = systemErrorCode(error)
  if (error instanceof WorkspaceError || code === undefined || code === 'ABORT_ERR') return error
  const meaning = MEANINGS[code] ?? `the system answered ${code}`
  return new WorkspaceError(`Cannot use "${shown}": ${meaning}.`, SERVER_ERRORS.includes(code) ? 'tell-person' : undefined)
}
