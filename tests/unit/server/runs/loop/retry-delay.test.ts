import { describe, expect, it } from 'vitest'
import { AppError } from '#server/errors'
import { retryDelay } from '#server/runs/loop/retry-delay'

const busy = (retryAfterMs?: number) => new AppError('provider-unavailable', 'busy', { retryable: true, retryAfterMs })
const spent = (attempt: number, runRetries = attempt - 1, runWaitMs = 0) => ({ attempt, runRetries, runWaitMs })

describe('retryDelay', () => {
  it('waits longer each time, somewhere between nothing and the whole', () => {
    expect([1, 2, 3].map(attempt => retryDelay(busy(), spent(attempt), 1))).toEqual([500, 1000, 2000])
    expect([0, 0.25, 0.5].map(random => retryDelay(busy(), spent(3), random))).toEqual([0, 500, 1000])
  })

  it('waits as long as the vendor asks, unless that is more than a minute [F021-A3]', () => {
    expect(retryDelay(busy(7000), spent(1), 0.5)).toBe(7000)
    expect(retryDelay(busy(60_001), spent(1), 0.5)).toBeUndefined()
  })

  it('gives up after four attempts of a step, eight retries of a run, two minutes of waiting [F021-A4]', () => {
    expect(retryDelay(busy(), spent(4), 0.5)).toBeUndefined()
    expect(retryDelay(busy(), spent(1, 7), 0.5)).toBeDefined()
    expect(retryDelay(busy(), spent(1, 8), 0.5)).toBeUndefined()
    expect(retryDelay(busy(40_000), spent(1, 2, 80_000), 0.5)).toBe(40_000)
    expect(retryDelay(busy(40_000), spent(1, 2, 80_001), 0.5)).toBeUndefined()
  })

  it('tries nothing again that another attempt would not mend', () => {
    expect(retryDelay(new AppError('provider-rejected', 'no'), spent(1), 0.5)).toBeUndefined()
    expect(retryDelay(new Error('a fault of ours'), spent(1), 0.5)).toBeUndefined()
  })
})
