import { expect, it } from 'vitest'
import { createLimiter } from '#server/embedded/limiter'

const limit = { points: 2, windowMs: 60_000 }

it('gives as many points as the limit has, each key its own', async () => {
  const limiter = createLimiter()
  const answers = [await limiter.consume('a', limit), await limiter.consume('a', limit), await limiter.consume('a', limit), await limiter.consume('b', limit)]
  expect(answers.map(answer => answer.retryAfterMs !== undefined)).toEqual([false, false, true, false])
  expect(answers[2]?.retryAfterMs).toBeLessThanOrEqual(limit.windowMs)
})

it('has as many points as before after one was given back', async () => {
  const limiter = createLimiter()
  await limiter.consume('a', limit)
  await limiter.consume('a', limit)
  await limiter.giveBack('a', limit)
  expect(await limiter.consume('a', limit)).toEqual({})
  expect(await limiter.consume('a', limit)).toHaveProperty('retryAfterMs')
})

it('starts anew after a reset', async () => {
  const limiter = createLimiter()
  for (let n = 0; n < 3; n++) await limiter.consume('a', limit)
  await limiter.reset('a', limit)
  expect(await limiter.consume('a', limit)).toEqual({})
})

it('keeps limits of different sizes apart', async () => {
  const limiter = createLimiter()
  const single = { points: 1, windowMs: 60_000 }
  await limiter.consume('a', single)
  expect(await limiter.consume('a', limit)).toEqual({})
  expect(await limiter.consume('a', single)).toHaveProperty('retryAfterMs')
})
