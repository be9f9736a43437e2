import { expect, it } from 'vitest'
import { findReachedLimit, timeLeft } from '#server/runs/loop/run-limits'

const LIMITS = { steps: 5, toolCalls: 3, seconds: 10 }
const FRESH = { steps: 0, toolCalls: 0, activeMs: 0, repeats: 0 }

it.each([
  [{}, undefined],
  [{ steps: 3 }, undefined],
  [{ steps: 4 }, 'steps'],
  [{ toolCalls: 2 }, undefined],
  [{ toolCalls: 3 }, 'toolCalls'],
  [{ activeMs: 9999 }, undefined],
  [{ activeMs: 10_000 }, 'seconds'],
  [{ repeats: 2 }, undefined],
  [{ repeats: 3 }, 'repeats'],
])('a run that has used %j has reached the limit %s', (used, limit) => {
  expect(findReachedLimit({ ...FRESH, ...used }, LIMITS)).toBe(limit)
})

it('a run that may call no tool has not reached that limit before it called one', () => {
  expect(findReachedLimit(FRESH, { ...LIMITS, toolCalls: 0 })).toBeUndefined()
})

it('a run has the milliseconds left that it has not worked', () => {
  expect(timeLeft({ activeMs: 2500 }, { seconds: 10 })).toBe(7500)
})
