import { readFile } from 'node:fs/promises'

const INTERVAL_MS = 50
const PAGE_BYTES = 4_096

/**
 * Calls back once when a process holds more memory than it may. SQLite's own memory is outside the heap that
 * Node can cap, and its build in Node keeps no count. Linux only; elsewhere the time limit has to do.
 */
export function watchMemory(pid: number | undefined, maxBytes: number, onExceeded: () => void): { readonly stop: () => void } {
  if (pid === undefined || process.platform !== 'linux') return { stop: () => {} }
  const look = async () => {
    // The process may have ended between two looks.
    const statistics = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0')
    if (Number(statistics.split(' ')[1]) * PAGE_BYTES <= maxBytes) return
    clearInterval(timer)
    onExceeded()
  }
  const timer = setInterval(() => void look(), INTERVAL_MS)
  return { stop: () => clearInterval(timer) }
}
