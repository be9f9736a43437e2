import { expect, it, onTestFinished, vi } from 'vitest'
import { createLimiter } from '#server/embedded/limiter'

const limit = { points: 2, windowMs: 60_000 }

it('gives as many points as the limit has, each key its own', async () => {
  const limiter = createLimiter()
  const answers = [
    await limiter.consume('a', limit), await limiter.consume('a', limit), await limiter.consume('a', limit),
    await limiter.consume('b', limit),
  ]
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

it('opens again when the window has ended, and no sooner [F012-A50]', async () => {
  let milliseconds = 5
  const limiter = createLimiter(() => milliseconds)
  for (let n = 0; n < 3; n++) await limiter.consume('a', limit)
  milliseconds += 59_999
  expect(await limiter.consume('a', limit)).toEqual({ retryAfterMs: 1 })
  milliseconds += 1
  expect(await limiter.consume('a', limit)).toEqual({})
})

it.each([2, -2])('neither opens nor lengthens a window when the clock of the machine is set %i hours away [F012-A50]', async (hours) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const limiter = createLimiter()
  for (let n = 0; n < 2; n++) await limiter.consume('a', limit)
  vi.setSystemTime(Date.now() + hours * 3_600_000)
  const { retryAfterMs } = await limiter.consume('a', limit)
  expect(retryAfterMs).toBeGreaterThan(0)
  expect(retryAfterMs).toBeLessThanOrEqual(limit.windowMs)
})

it('keeps what still counts when many other keys came and went', async () => {
  let milliseconds = 0
  const limiter = createLimiter(() => milliseconds)
  for (let n = 0; n < 5000; n++) await limiter.consume(`early ${n}`, limit)
  milliseconds = 30_000
  for (let n = 0; n < 2; n++) await limiter.consume('a', limit)
  milliseconds = 70_000
  for (let n = 0; n < 5000; n++) await limiter.consume(`late ${n}`, limit)
  expect(await limiter.consume('a', limit)).toHaveProperty('retryAfterMs')
})
