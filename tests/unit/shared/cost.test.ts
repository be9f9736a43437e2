import { describe, expect, it } from 'vitest'
import { costOf, sumCosts } from '#shared/cost'
import type { Usage } from '#shared/run-event'

const usage = (inputTokens: number, outputTokens: number, parts: Partial<Usage> = {}): Usage => ({
  inputTokens, outputTokens, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, ...parts,
})
const PRICES = { input: 4, cachedInput: 0.2, cacheWrite: 5, output: 20 }

describe('costOf', () => {
  it('pays each token once, at the price of its part [F015-A1]', () => {
    expect(costOf(usage(1000, 500), PRICES)).toBe(0.014)
    // 300 plain, 600 cached, 100 written; reasoning is part of the output.
    expect(costOf(usage(1000, 500, { cachedInputTokens: 600, cacheWriteTokens: 100, reasoningTokens: 400 }), PRICES)).toBe(0.01182)
    expect(costOf(usage(0, 0), PRICES)).toBe(0)
  })

  it('counts a part without a price of its own like plain input [F015-A1]', () => {
    expect(costOf(usage(1000, 0, { cachedInputTokens: 600, cacheWriteTokens: 100 }), { input: 1, output: 2 })).toBe(0.001)
  })

  it('is not known for tokens that were never told, unless they are free [F015-A9]', () => {
    expect(costOf(usage(1000, 0, { partial: true }), PRICES)).toBeNull()
    expect(costOf(usage(0, 0, { partial: true }), { input: 0, output: 0 })).toBe(0)
  })

  it('takes the other price for all of a long request [F015-A2]', () => {
    const banded = {
      input: 0.1, cachedInput: 0.01, output: 0.5, longPrompt: { above: 100_000, input: 0.5, cachedInput: 0.05, output: 2.5 },
    }
    expect(costOf(usage(100_000, 1000), banded)).toBeCloseTo(0.0105, 12)
    expect(costOf(usage(100_001, 1000), banded)).toBeCloseTo(0.0525005, 12)
  })
})

describe('sumCosts', () => {
  it('adds up, and is not known as soon as tokens were used at an unknown price [F015-A4]', () => {
    expect(sumCosts([{ usage: usage(1, 1), cost: 0.25 }, { usage: usage(1, 1), cost: 0.5 }])).toBe(0.75)
    expect(sumCosts([{ usage: usage(1, 1), cost: 0.25 }, { usage: usage(1, 1), cost: null }])).toBeNull()
    expect(sumCosts([{ usage: usage(1, 1) }])).toBeNull()
  })

  it('is not known as soon as a call did not tell its tokens [F015-A9]', () => {
    expect(sumCosts([{ usage: usage(1, 1), cost: 0.25 }, { usage: usage(0, 0, { partial: true }), cost: null }])).toBeNull()
    expect(sumCosts([{ usage: usage(1, 1), cost: 0 }, { usage: usage(0, 0, { partial: true }), cost: 0 }])).toBe(0)
  })

  it('takes a call that used no token for one that cost nothing', () => {
    expect(sumCosts([{ usage: usage(0, 0) }, {}, { usage: usage(1, 1), cost: 0 }])).toBe(0)
    expect(sumCosts([])).toBe(0)
  })
})
