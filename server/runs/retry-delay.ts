import { AppError } from '../errors'

export const MAX_ATTEMPTS = 4
const BASE_DELAY_MS = 500
const MAX_DELAY_MS = 20_000
/** A vendor that asks for more patience than this is told to the person instead. */
const MAX_RETRY_AFTER_MS = 60_000

/**
 * Milliseconds to wait before attempt `attempt + 1`, with full jitter so that many runs do not come back together;
 * undefined when another attempt would not help.
 */
export function retryDelay(error: unknown, attempt: number, random: number): number | undefined {
  if (!(error instanceof AppError) || !error.retryable || attempt >= MAX_ATTEMPTS) return undefined
  if (error.retryAfterMs !== undefined) return error.retryAfterMs <= MAX_RETRY_AFTER_MS ? error.retryAfterMs : undefined
  return Math.round(random * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (attempt - 1)))
}
