import { AppError } from '../../errors'

/** Of one step. */
const MAX_ATTEMPTS = 4
/** Of one run: a vendor that fails in every step is not asked for ever. */
const MAX_RUN_RETRIES = 8
const MAX_RUN_WAIT_MS = 120_000
const BASE_DELAY_MS = 500
const MAX_DELAY_MS = 20_000
/** When a vendor asks for a longer wait than this, the run ends with its error instead. */
const MAX_RETRY_AFTER_MS = 60_000

/** What has been tried so far: in this step, and in the whole run. */
export interface RetrySpending {
  /** The attempt of this step that failed, from 1. */
  readonly attempt: number
  readonly runRetries: number
  readonly runWaitMs: number
}

/**
 * Milliseconds to wait before the next attempt: what the vendor asks for, or else more each time, with full jitter so
 * that many runs do not come back together. Undefined when another attempt would not help, or the budget is used up.
 */
export function retryDelay(error: unknown, spent: RetrySpending, random: number): number | undefined {
  // A storage that fails has been tried for long enough by the recorder.
  if (!(error instanceof AppError) || !error.retryable || error.code === 'storage-unavailable') return undefined
  if (spent.attempt >= MAX_ATTEMPTS || spent.runRetries >= MAX_RUN_RETRIES) return undefined
  const delay = error.retryAfterMs ?? Math.round(random * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (spent.attempt - 1)))
  return delay <= MAX_RETRY_AFTER_MS && spent.runWaitMs + delay <= MAX_RUN_WAIT_MS ? delay : undefined
}
