import { WorkspaceError } from './workspace-error'

/** The text of a file. A binary file is rejected: replaced bytes would be lost when the text is written back. */
export function decodeText(bytes: Buffer, path: string): string {
  try {
    if (!bytes.includes(0)) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  }
  catch {
    // Not UTF-8: rejected below, as any other binary file.
  }
  throw new WorkspaceError(`"${path}" is a binary file (${bytes.length} bytes), and only UTF-8 text can be read here.`, 'binary')
}
