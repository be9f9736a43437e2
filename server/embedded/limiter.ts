import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limit, Limiter } from '#server/ports/limiter'

/** Counts in this process's memory: a restart forgets, which a guesser cannot cause. */
export function createLimiter(): Limiter {
  const limiters = new Map<string, RateLimiterMemory>()

  function limiterFor({ points, windowMs }: Limit): RateLimiterMemory {
    const name = `${points}/${windowMs}`
    const limiter = limiters.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points, duration: windowMs / 1000 })
    limiters.set(name, limiter)
    return limiter
  }

  return {
    async consume(key, limit) {
      try {
        await limiterFor(limit).consume(key)
        return {}
      }
      catch (refusal) {
        // The library rejects with the state of the counter, which is no error.
        if (refusal instanceof RateLimiterRes) return { retryAfterMs: Math.max(1, refusal.msBeforeNext) }
        throw refusal
      }
    },
    async giveBack(key, limit) {
      await limiterFor(limit).reward(key)
    },
    async reset(key, limit) {
      await limiterFor(limit).delete(key)
    },
  }
}
