import { AppError } from '#server/errors'

/** What to say to the person who started the server; undefined for an error that only its stack explains. */
export function describeStartError(error: unknown): string | undefined {
  if (error instanceof AppError) return error.code === 'misconfigured' || error.code === 'storage-unavailable' ? error.message : undefined
  switch (readCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk of the data folder is full. Free some space, then start again.'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data folder cannot be written (${error instanceof Error
        ? error.message
        : ''}). Give this user the right to write there, or set PATCHBAY_DATA_DIR.`
    default:
      return undefined
  }
}

/** Why the server cannot listen. */
export function describeListenError(error: unknown): string {
  const { port, address } = { port: '', address: '', ...(error instanceof Error && error) }
  if (readCode(error) === 'EADDRINUSE') {
    return `Port ${port} of ${address} is in use. Stop the program that uses it, or set PORT to another port.`
  }
  return `The server cannot listen on port ${port} of ${address}: ${readCode(error) ?? String(error)}. Check PORT and HOST.`
}

function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
