/** How long a vendor asks to wait: in milliseconds, in seconds, or until a date by its own clock. */
export function readRetryAfterMs(headers: Headers | undefined): number | undefined {
  const milliseconds = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (milliseconds >= 0) return milliseconds
  const retryAfter = headers?.get('retry-after') ?? ''
  const seconds = Number.parseFloat(retryAfter)
  if (seconds >= 0) return seconds * 1000
  // Only a date has letters; without the vendor's own date, ours has to do.
  const until = /[a-z]/i.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  const now = Date.parse(headers?.get('date') ?? '') || Date.now()
  return Number.isNaN(until) ? undefined : Math.max(0, until - now)
}

/** What a vendor says about another attempt, in a header that the vendors' own SDKs obey too; absent when it says nothing. */
export function readShouldRetry(headers: Headers | undefined): boolean | undefined {
  const value = headers?.get('x-should-retry')
  return value === 'true' || value === 'false' ? value === 'true' : undefined
}
