import { AppError } from './errors'

const PATIENCE_MS = 60_000
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 5000

export interface StorageRetryOptions {
  readonly clock: {
    /** Milliseconds, monotonic. */
    readonly now: () => number
    /** Rejects when the signal aborts first. */
    readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  }
  /** How long a write that fails is retried, in milliseconds. Default a minute. */
  readonly patienceMs?: number
  /** Aborts when the process waits for nothing any more. */
  readonly deadline: AbortSignal
}

export type StorageRetry = <Result>(write: () => Promise<Result>) => Promise<Result>

/**
 * Retries writes while the disk is full or another process holds the lock: what a tool has done, and how a run ended,
 * must not be lost to a temporary error. The time counts from the first error, over all writes of one instance.
 */
export function createStorageRetry({ clock, deadline, patienceMs = PATIENCE_MS }: StorageRetryOptions): StorageRetry {
  let failingSince: number | undefined
  return async (write) => {
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
      try {
        const result = await write()
        failingSince = undefined
        return result
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
