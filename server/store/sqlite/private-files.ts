import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const FOR_OTHERS = 0o077

/**
 * Makes a database file readable by this account alone, before SQLite would create it for everybody. SQLite gives the
 * files it lays beside it the same rights; ones that are left from earlier are set here.
 */
export function keepDatabasePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (isOpenToOthers(path)) restrict(path)
  }
}

/** Whether other accounts of this machine may read or enter it; never on a system without such rights. */
export function isOpenToOthers(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return process.platform !== 'win32' && (mode & FOR_OTHERS) !== 0
}

function restrict(path: string): void {
  try {
    chmodSync(path, 0o600)
  }
  catch {
    // Some mounted disks know no rights, and the files may be another account's: no reason not to start.
  }
}
