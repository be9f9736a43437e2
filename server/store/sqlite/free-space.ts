import { statfs } from 'node:fs/promises'
import { AppError } from '#server/errors'

/** Below this the disk counts as full. A small write still fits into the log file of SQLite when nothing else does. */
const MIN_FREE_BYTES = 16 * 1024 * 1024

/** What `fs.statfs` knows: the blocks in all, those that an ordinary account may still write, and the bytes of one. */
export type ReadFileSystem = (folder: string) => Promise<{ readonly blocks: number, readonly bavail: number, readonly bsize: number }>

/** Throws `storage-unavailable` when the file system of `folder` is nearly full. */
export async function requireFreeSpace(folder: string, readFileSystem: ReadFileSystem = statfs): Promise<void> {
  const { blocks, bavail, bsize } = await readFileSystem(folder)
  // Some network file systems do not know their size and report zero for all of it.
  if (blocks === 0 || bavail * bsize >= MIN_FREE_BYTES) return
  throw new AppError(
    'storage-unavailable',
    `The disk of the data folder is full: less than ${MIN_FREE_BYTES / 1024 / 1024} MB are free. Free some space, then try again.`,
    { retryable: true },
  )
}
