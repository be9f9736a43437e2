import { AppError } from '../errors'
import type { RunStore } from '../ports/run-store'
import type { RunClock } from './run-context'

const PATIENCE_MS = 60_000
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 5000

export interface PatientCommitOptions {
  readonly store: Pick<RunStore, 'commit'>
  readonly clock: Pick<RunClock, 'now' | 'wait'>
  /** How long a store that fails is tried again, in milliseconds. Default a minute. */
  readonly patienceMs?: number
  /** Aborts when the process waits for nothing any more. */
  readonly deadline: AbortSignal
}

/**
 * The store's commit, tried again while the disk is full or another process holds the lock: what a tool has done, and
 * how a run ended, must not be lost to a fault that passes. The time counts from the first failure, over all commits.
 */
export function createPatientCommit({ store, clock, deadline, patienceMs = PATIENCE_MS }: PatientCommitOptions): RunStore['commit'] {
  let failingSince: number | undefined
  return async (commit) => {
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
      try {
        const committed = await store.commit(commit)
        failingSince = undefined
        return committed
      }
      catch (error) {
        if (!isStorageError(error)) throw error
        failingSince ??= clock.now()
        if (clock.now() - failingSince >= patienceMs) throw error
        await clock.wait(delayMs, deadline).catch(() => {
          throw error
        })
      }
    }
  }
}

/** Whether the storage failed in a way that may pass. */
export function isStorageError(error: unknown): boolean {
  return error instanceof AppError && error.code === 'storage-unavailable' && error.retryable
}
