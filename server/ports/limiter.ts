export interface Limit { readonly points: number, readonly windowMs: number }

/** Counts attempts within a window. */
export interface Limiter {
  /** Takes one point of `key`; `retryAfterMs` is present when none was left. */
  consume(key: string, limit: Limit): Promise<{ readonly retryAfterMs?: number }>
  /** Undoes one `consume`. */
  giveBack(key: string, limit: Limit): Promise<void>
  reset(key: string, limit: Limit): Promise<void>
}
