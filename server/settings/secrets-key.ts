import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#server/errors'

const KEY_BYTES = 32

/**
 * The keys that seal secrets, kept outside the database so that a copy of it gives nothing away. One per line,
 * base64url; the first seals, the others still open what they once sealed. Created on the first start.
 */
export async function loadSecretsKeys(dataDirectory: string): Promise<readonly Buffer[]> {
  const file = join(dataDirectory, 'secrets.key')
  try {
    return await readKeys(file)
  }
  catch (error) {
    if (!hasCode(error, 'ENOENT')) throw toKeyFileError(file, error)
  }
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
    await createKeyFile(file)
    return await readKeys(file)
  }
  catch (error) {
    throw toKeyFileError(file, error)
  }
}

async function readKeys(file: string): Promise<readonly Buffer[]> {
  const { mode } = await stat(file)
  // Windows has no such bits: Node makes them up there.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new AppError('misconfigured', `Others on this machine can read ${file}. Run: chmod 600 ${file}`)
  }
  const keys = (await readFile(file, 'utf8')).split('\n').filter(Boolean).map(line => Buffer.from(line.trim(), 'base64url'))
  if (keys.length > 0 && keys.every(key => key.length === KEY_BYTES)) return keys
  throw new AppError('misconfigured', `${file} holds no valid key. Put a backup of it in its place, or move it away to start with a new one; stored API keys must then be typed again.`)
}

/** Complete or absent, and never over another's: a link fails where a rename would replace. */
async function createKeyFile(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64url')}\n`)
    await handle.sync()
  }
  finally {
    await handle.close()
  }
  try {
    await link(draft, file)
  }
  catch (error) {
    // Another process was first: its key counts.
    if (!hasCode(error, 'EEXIST')) throw error
  }
  finally {
    await unlink(draft)
  }
}

function toKeyFileError(file: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  return new AppError('misconfigured', `The secrets key ${file} cannot be read or created. Check that it belongs to the user that runs Patchbay.`, { cause })
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
