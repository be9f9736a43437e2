import { describe, expect, it } from 'vitest'
import { costOf } from '#shared/cost'
import { findShippedPrices } from '#server/settings/price-table'
import { providers } from '#server/providers'

const DAY = new Date('2026-11-21T12:00:00Z')
const at = (address: string, model: string, day = DAY) => findShippedPrices(address, model, day)
const million = { inputTokens: 1_000_000, outputTokens: 1_000_000, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }

describe('findShippedPrices', () => {
  it.each([
    ['https://api.anthropic.com', 'claude-opus-5-5', 24],
    ['https://api.anthropic.com', 'claude-opus-5', 30],
    ['https://api.anthropic.com', 'claude-sonnet-5', 12],
    ['https://api.anthropic.com', 'claude-haiku-4-5-20251001', 6],
    ['https://api.anthropic.com', 'claude-fable-5-20260601', 60],
    ['https://api.anthropic.com', 'claude-haiku-5-5', 3],
    ['https://api.openai.com/v1', 'gpt-6.1-sol', 19],
    ['https://api.openai.com/v1', 'gpt-5.4', 17.5],
    ['https://api.openai.com/v1', 'gpt-5.4-mini', 5.25],
    ['https://api.openai.com/v1', 'gpt-4.1', 10],
    ['https://generativelanguage.googleapis.com', 'gemini-2.5-pro', 17.5],
    ['https://generativelanguage.googleapis.com/v1beta', 'gemini-3.5-flash-lite', 2.8],
  ])('knows at %s what a million tokens each way of %s cost [F015-A3]', (address, model, dollars) => {
    const prices = at(address, model)
    expect(prices && costOf(million, prices)).toBeCloseTo(dollars, 10)
  })

  it.each([
    ['https://api.anthropic.com', 'claude-fable-5-2'],
    ['https://api.anthropic.com', 'claude-opus-7'],
    ['https://api.openai.com/v1', 'gpt-5.4-pro'],
    ['https://gateway.example/v1', 'claude-opus-5-5'],
    ['http://127.0.0.1:11434/v1', 'qwen3'],
    ['not an address', 'gpt-4.1'],
  ])('does not guess at %s what %s costs [F015-A3]', (address, model) => {
    expect(at(address, model)).toBeNull()
  })

  it('knows that a price ends on a day [F015-A3]', () => {
    const gemini = (day: string) => at('https://generativelanguage.googleapis.com', 'gemini-4-argon', new Date(day))
    expect(gemini('2026-11-30T23:59:59Z')).toMatchObject({ input: 2, output: 10 })
    expect(gemini('2026-12-01T00:00:00Z')).toMatchObject({ input: 4, output: 20 })
  })

  it('lets the demo model, which calls nobody, cost nothing [F015-A3]', () => {
    const demo = providers.find(({ id }) => id === 'demo')
    expect(at(demo?.officialBaseUrl ?? 'none', 'patchbay-demo')).toEqual({ input: 0, output: 0 })
  })
})
