import { type Remedy, ToolError } from '../define-plugin'

/** A refusal whose message is for the model: what is wrong with the path it gave and what to do instead. */
export class WorkspaceError extends ToolError {
  override readonly name = 'WorkspaceError'

  constructor(message: string, remedy: Remedy = 'change-arguments') {
    super(message, remedy)
  }
}

/** No other path would help. */
const FAULTS_OF_SERVER: readonly string[] = ['ENOSPC', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']

const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'the server may not touch it',
  EPERM: 'the server may not touch it',
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
  return new WorkspaceError(`Cannot use "${shown}": ${MEANINGS[code] ?? `the system answered ${code}`}.`, FAULTS_OF_SERVER.includes(code) ? 'tell-person' : undefined)
}
