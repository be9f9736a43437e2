import type { RunCommit } from '#server/ports/run-store'

/**
 * What people are told for good, what precedes an effect, and what a run came to. The rest is progress: lost by a power
 * failure, it is like a failure that came a moment earlier.
 */
export function isOnRecord({ audit = [], execution, change, fence }: RunCommit): boolean {
  return audit.length > 0 || execution !== undefined || change?.state !== undefined || fence === null
}
