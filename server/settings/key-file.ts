import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '#server/errors'

/** What every key has, in a file or in the environment. */
export const KEY_BYTES = 32

interface KeyFile<Keys> {
  readonly file: string
  /** As an error calls it: "The <name> … cannot be read". */
  readonly name: string
  /** `undefined` when the text holds no valid key. */
  readonly parse: (text: string) => Keys | undefined
  /** What a new key in place of a damaged one would mean. */
  readonly consequence: string
}

/** Reads keys that lie outside the database, for their owner alone. With no such file, one with a new key is created. */
export async function loadKeyFile<Keys>(key: KeyFile<Keys>): Promise<Keys> {
  try {
    return await readKeys(key)
  }
  catch (error) {
    if (!hasCode(error, 'ENOENT')) throw toKeyFileError(key, error)
  }
  try {
    await mkdir(dirname(key.file), { recursive: true, mode: 0o700 })
    await createKeyFile(key.file)
    return await readKeys(key)
  }
  catch (error) {
    throw toKeyFileError(key, error)
  }
}

async function readKeys<Keys>({ file, parse, consequence }: KeyFile<Keys>): Promise<Keys> {
  const { mode } = await stat(file)
  // Windows has no such bits: Node makes them up there.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new AppError('misconfigured', `Others on this machine can read ${file}. Run: chmod 600 ${file}`)
  }
  const keys = parse(await readFile(file, 'utf8'))
  if (keys) return keys
  throw new AppError(
    'misconfigured', `${file} holds no valid key. Put a backup of it in its place, or move it away to start with a new one; ${consequence}`,
  )
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

function toKeyFileError({ file, name }: Pick<KeyFile<unknown>, 'file' | 'name'>, cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  return new AppError(
    'misconfigured', `The ${name} ${file} cannot be read or created. Check that it belongs to the user that runs Patchbay.`, { cause },
  )
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
