import type { BandedPrices } from '#shared/model-prices'

/** The day on which this table was put together. */
export const PRICES_AS_OF = '2026-11-21'

/** One family of models at one vendor. */
interface PriceRow {
  readonly models: RegExp
  readonly prices: BandedPrices
  /** First day (ISO 8601, UTC) on which this price no longer holds; the next row that matches has the new one. */
  readonly until?: string
}

/*
 * US dollars per million tokens, standard tier, as published by November 2026. THE OPERATOR MUST CHECK THEM: vendors
 * change prices, and an account may have its own. An admin overrides them for each model under Admin > Providers.
 *
 * Anthropic: platform.claude.com/docs/en/about-claude/pricing; cache writes are those kept for five minutes.
 * OpenAI: developers.openai.com/api/docs/pricing, read through release notes of LiteLLM and others of 2026; a cache
 * write without a price is not published, and is counted like plain input. Google: ai.google.dev/gemini-api/docs/pricing,
 * read in the same way; the storage of explicit caches is not counted, for we make none.
 * Not listed, because no published price was found: Claude Fable 5.2, GPT-6.2, the pro models.
 */

const ANTHROPIC: readonly PriceRow[] = [
  { models: /claude-(?:fable|mythos)-5-1/, prices: { input: 10, cachedInput: 0.25, cacheWrite: 12.5, output: 50 } },
  { models: /claude-(?:fable|mythos)-5(?!-\d\b)/, prices: { input: 10, cachedInput: 1, cacheWrite: 12.5, output: 50 } },
  { models: /claude-opus-5-5/, prices: { input: 4, cachedInput: 0.2, cacheWrite: 5, output: 20 } },
  { models: /claude-opus-(?:5(?!-\d\b)|4-[5-8])/, prices: { input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 } },
  { models: /claude-(?:opus-4|3-opus)/, prices: { input: 15, cachedInput: 1.5, cacheWrite: 18.75, output: 75 } },
  { models: /claude-sonnet-5-5/, prices: { input: 2, cachedInput: 0.1, cacheWrite: 2.5, output: 10 } },
  { models: /claude-sonnet-5(?!-\d\b)/, prices: { input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 10 } },
  { models: /claude-(?:sonnet-4|3-[57]-sonnet)/, prices: { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 } },
  {
    models: /claude-haiku-5-5/,
    prices: {
      input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5,
      longPrompt: { above: 100_000, input: 0.5, cachedInput: 0.05, cacheWrite: 0.625, output: 2.5 },
    },
  },
  { models: /claude-haiku-4-5/, prices: { input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 5 } },
  { models: /claude-3-5-haiku/, prices: { input: 0.8, cachedInput: 0.08, cacheWrite: 1, output: 4 } },
]

const OPENAI: readonly PriceRow[] = [
  { models: /gpt-6-astra/, prices: withLongPrompt({ input: 10, cachedInput: 1, cacheWrite: 12.5, output: 50 }) },
  { models: /gpt-6\.1-sol/, prices: withLongPrompt({ input: 2, cachedInput: 0.1, cacheWrite: 2.5, output: 10 }) },
  { models: /gpt-6\.1-terra/, prices: withLongPrompt({ input: 1, cachedInput: 0.05, output: 5 }) },
  { models: /gpt-6-sol/, prices: withLongPrompt({ input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 10 }) },
  { models: /gpt-6-luna/, prices: withLongPrompt({ input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5 }) },
  { models: /gpt-5\.6-sol/, prices: { input: 4, cachedInput: 0.4, output: 20 } },
  { models: /gpt-5\.6-terra/, prices: { input: 2, cachedInput: 0.2, output: 12 } },
  { models: /gpt-5\.6-luna/, prices: { input: 0.2, cachedInput: 0.02, output: 1.2 } },
  { models: /gpt-5\.4-mini/, prices: { input: 0.75, cachedInput: 0.075, output: 4.5 } },
  { models: /gpt-5\.5(?!-)/, prices: { input: 5, cachedInput: 0.5, output: 30 } },
  { models: /gpt-5\.4(?!-)/, prices: { input: 2.5, cachedInput: 0.25, output: 15 } },
  { models: /gpt-5\.[23](?:-codex)?(?![\w-])/, prices: { input: 1.75, cachedInput: 0.175, output: 14 } },
  { models: /gpt-5(?:\.1)?-mini/, prices: { input: 0.25, cachedInput: 0.025, output: 2 } },
  { models: /gpt-5-nano/, prices: { input: 0.05, cachedInput: 0.005, output: 0.4 } },
  { models: /gpt-5(?:\.1)?(?:-codex)?(?![\w.-])/, prices: { input: 1.25, cachedInput: 0.125, output: 10 } },
  { models: /gpt-4\.1-nano/, prices: { input: 0.1, cachedInput: 0.025, output: 0.4 } },
  { models: /gpt-4\.1-mini/, prices: { input: 0.4, cachedInput: 0.1, output: 1.6 } },
  { models: /gpt-4\.1/, prices: { input: 2, cachedInput: 0.5, output: 8 } },
  { models: /gpt-4o-mini/, prices: { input: 0.15, cachedInput: 0.075, output: 0.6 } },
  { models: /gpt-4o/, prices: { input: 2.5, cachedInput: 1.25, output: 10 } },
  { models: /^o3(?!-)/, prices: { input: 2, cachedInput: 0.5, output: 8 } },
  { models: /^o4-mini/, prices: { input: 1.1, cachedInput: 0.275, output: 4.4 } },
]

const GOOGLE: readonly PriceRow[] = [
  { models: /gemini-4-argon/, until: '2026-12-01', prices: { input: 2, cachedInput: 0.1, output: 10 } },
  { models: /gemini-4-argon/, prices: { input: 4, cachedInput: 0.2, output: 20 } },
  { models: /gemini-4-hydrogen/, prices: { input: 1.5, output: 7.5 } },
  { models: /gemini-3\.[678]-flash(?!-)/, until: '2027-01-01', prices: { input: 0.75, cachedInput: 0.075, output: 3.75 } },
  { models: /gemini-3\.[678]-flash(?!-)/, prices: { input: 1.5, output: 7.5 } },
  { models: /gemini-3\.5-flash-lite/, prices: { input: 0.3, cachedInput: 0.03, output: 2.5 } },
  { models: /gemini-3-flash/, prices: { input: 0.5, cachedInput: 0.05, output: 3 } },
  {
    models: /gemini-3(?:\.1)?-pro/,
    prices: { input: 2, cachedInput: 0.2, output: 12, longPrompt: { above: 200_000, input: 4, cachedInput: 0.4, output: 18 } },
  },
  {
    models: /gemini-2\.5-pro/,
    prices: { input: 1.25, cachedInput: 0.125, output: 10, longPrompt: { above: 200_000, input: 2.5, cachedInput: 0.25, output: 15 } },
  },
  { models: /gemini-2\.5-flash-lite/, prices: { input: 0.1, cachedInput: 0.01, output: 0.4 } },
  { models: /gemini-2\.5-flash(?!-)/, prices: { input: 0.3, cachedInput: 0.03, output: 2.5 } },
]

/** By the host that is called: behind any other address a model of the same name may cost anything. First match wins. */
const PRICE_TABLE: Readonly<Record<string, readonly PriceRow[]>> = {
  'api.anthropic.com': ANTHROPIC,
  'api.openai.com': OPENAI,
  'generativelanguage.googleapis.com': GOOGLE,
}

/** What the built-in model costs, which calls nobody. */
const FREE: BandedPrices = { input: 0, output: 0 }

/** What a model costs at this address on this day; `null` when its price is unknown. An empty address is nobody's: the demo model. */
export function findShippedPrices(address: string, model: string, at: Date): BandedPrices | null {
  if (address === '') return FREE
  const day = at.toISOString().slice(0, 10)
  const rows = URL.canParse(address) ? PRICE_TABLE[new URL(address).host] ?? [] : []
  return rows.find(({ models, until }) => models.test(model) && (until === undefined || day < until))?.prices ?? null
}

/** From GPT-6 on, requests above this size cost twice the input and half as much again for the output. */
function withLongPrompt(prices: Omit<BandedPrices, 'longPrompt'>): BandedPrices {
  const { input, cachedInput, cacheWrite, output } = prices
  return {
    ...prices,
    longPrompt: {
      above: 272_000,
      input: input * 2,
      output: output * 1.5,
      ...(cachedInput !== undefined && { cachedInput: cachedInput * 2 }),
      ...(cacheWrite !== undefined && { cacheWrite: cacheWrite * 2 }),
    },
  }
}
