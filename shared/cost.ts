import type { BandedPrices, ModelPrices } from './model-prices'
import type { Usage } from './run-event'

const PER_MILLION = 1_000_000

/**
 * US dollars for one model call; `null` when its tokens are not all known, unless they are free. Cached and written
 * tokens are part of the input, so each token is paid once.
 */
export function costOf(usage: Usage, prices: BandedPrices): number | null {
  if (usage.partial) return isFree(prices) ? 0 : null
  const { input, output, cachedInput = input, cacheWrite = input } = priceBand(usage, prices)
  const plain = Math.max(0, usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens)
  const sum = plain * input + usage.cachedInputTokens * cachedInput + usage.cacheWriteTokens * cacheWrite + usage.outputTokens * output
  return sum / PER_MILLION
}

function isFree({ longPrompt, ...prices }: BandedPrices): boolean {
  return !longPrompt && Object.values(prices).every(price => price === 0)
}

function priceBand({ inputTokens }: Usage, { longPrompt, ...prices }: BandedPrices): ModelPrices {
  return longPrompt && inputTokens > longPrompt.above ? longPrompt : prices
}

/** What several calls cost together, each with its usage: `null` as soon as one of them has an unknown cost. */
export function sumCosts(parts: readonly { readonly usage?: Usage, readonly cost?: number | null }[]): number | null {
  const costs = parts.filter(part => part.cost !== 0 && usedTokens(part.usage)).map(part => part.cost ?? null)
  return costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
}

function usedTokens(usage: Usage | undefined): boolean {
  return usage !== undefined && (usage.partial === true || usage.inputTokens + usage.outputTokens > 0)
}
