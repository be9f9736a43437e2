import { isAbsolute, relative, sep } from 'node:path'

/** Whether `path` is `root` or lies below it. Compares segments: `/allowed-evil` starts with `/allowed` and is not inside it. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
