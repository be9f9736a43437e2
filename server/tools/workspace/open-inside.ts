import { constants } from 'node:fs'
import { lstat, open, readlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isInside } from './is-inside'
import { WorkspaceError } from './workspace-error'

/** `root` is a real path; `shown` is the name for messages. */
interface Place {
  readonly root: string
  readonly shown: string
}

/** A folder held open. `address` leads to this very folder, even when its name is moved or replaced meanwhile. */
export interface OpenFolder extends Place {
  readonly address: string
  readonly close: () => Promise<void>
}

/** Opens a regular file for reading, without following a link and without hanging on a pipe or a device. */
export async function openFile(location: string, place: Place): Promise<FileHandle> {
  const before = await lstat(location)
  // Checked before opening, because opening a device or a pipe can have effects.
  if (before.isDirectory()) throw new WorkspaceError(`"${place.shown}" is a folder; list_directory shows what is in it.`, 'wrong-kind')
  if (!before.isFile()) throw new WorkspaceError(`"${place.shown}" is a link, a pipe or a device, not a regular file.`, 'wrong-kind')
  const handle = await open(location, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  return checked(handle, location, place, async () => (await handle.stat()).isFile())
}

export async function openFolder(location: string, place: Place): Promise<OpenFolder> {
  const handle = await checked(
    await open(location, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY),
    location, place, async () => true,
  )
  return { ...place, address: descriptorAddress(handle) ?? location, close: () => handle.close() }
}

/** A folder inside an open one. */
export function openChildFolder(parent: OpenFolder, name: string): Promise<OpenFolder> {
  return openFolder(join(parent.address, name), { root: parent.root, shown: join(parent.shown, name) })
}

async function checked(handle: FileHandle, location: string, place: Place, isRightKind: () => Promise<boolean>): Promise<FileHandle> {
  try {
    if (!await isRightKind()) throw new WorkspaceError(`"${place.shown}" is not a regular file.`, 'wrong-kind')
    await checkLocation(handle, location, place)
    return handle
  }
  catch (error) {
    await handle.close()
    throw error
  }
}

/** The path was inside when it was resolved; a folder in it may have been replaced by a link since. */
async function checkLocation(handle: FileHandle, location: string, { root, shown }: Place): Promise<void> {
  const address = descriptorAddress(handle)
  if (address) {
    if (isInside(root, await readlink(address))) return
  }
  else {
    const [opened, named] = await Promise.all([handle.stat(), lstat(location)])
    if (opened.dev === named.dev && opened.ino === named.ino) return
  }
  throw new WorkspaceError(`"${shown}" changed while it was opened; try again.`, 'changed')
}

/** Linux only: elsewhere a descriptor has no path of its own. */
function descriptorAddress(handle: FileHandle): string | undefined {
  return process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : undefined
}
