import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDONLY, O_RDWR } = constants
const NEWLINE = '\n'.charCodeAt(0)

/** A file that is only ever added to, one checkpoint a line. */
export interface CheckpointFile {
  /** Resolves when the lines are on the disk. */
  append(lines: readonly string[]): Promise<void>
  /** None when there is no such file. */
  read(): AsyncGenerator<string>
}

export function createCheckpointFile(file: string): CheckpointFile {
  return {
    append: lines => withHandle(openRegular(file, O_RDWR | O_APPEND | O_CREAT), async (handle) => {
      const start = await isInMidLine(handle) ? '\n' : ''
      await handle.appendFile(start + lines.map(line => `${line}\n`).join(''))
      await handle.sync()
    }),
    read: async function* () {
      const handle = await openExisting(file)
      // Closes the file itself, also when the reader stops early.
      if (handle) yield* handle.readLines()
    },
  }
}

async function withHandle(opening: Promise<FileHandle>, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await opening
  try {
    await work(handle)
  }
  finally {
    await handle.close()
  }
}

/** After a crash within a line the next one must not be joined to it. */
async function isInMidLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return false
  const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: size - 1 })
  return buffer[0] !== NEWLINE
}

/** Opening a pipe would wait for its other end, for ever, and hold one of the few threads that the process has for files. */
async function openRegular(file: string, flags: number): Promise<FileHandle> {
  const handle = await open(file, flags | O_NONBLOCK, 0o600)
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw Object.assign(new Error(`${file} is not a regular file.`), { code: 'not a regular file' })
}

async function openExisting(file: string): Promise<FileHandle | undefined> {
  try {
    return await openRegular(file, O_RDONLY)
  }
  catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
