/** How long a vendor asks to wait. A date is not read: that would need a clock, and no vendor here sends one. */
export function readRetryAfterMs(headers: Headers | undefined): number | undefined {
  const milliseconds = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (milliseconds >= 0) return milliseconds
  const seconds = Number.parseFloat(headers?.get('retry-after') ?? '')
  return seconds >= 0 ? seconds * 1000 : undefined
}

/** What a vendor says about another attempt, in a header that the vendors' own SDKs obey too; absent when it says nothing. */
export function readShouldRetry(headers: Headers | undefined): boolean | undefined {
  const word = headers?.get('x-should-retry')
  return word === 'true' || word === 'false' ? word === 'true' : undefined
}
