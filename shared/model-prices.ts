import { z } from 'zod'

const dollars = z.number().min(0, 'Must be 0 or more.').max(1_000_000, 'Must be 1,000,000 or less.')

/** US dollars per million tokens. A part without a price of its own costs as much as plain input. */
export const modelPricesSchema = z.strictObject({
  input: dollars,
  cachedInput: dollars.optional(),
  cacheWrite: dollars.optional(),
  /** Reasoning is part of the output, and priced like it. */
  output: dollars,
})
export type ModelPrices = z.infer<typeof modelPricesSchema>

/** Prices that change with the size of the request: above the threshold all of its tokens cost the other price. */
export const bandedPricesSchema = modelPricesSchema.extend({
  longPrompt: modelPricesSchema.extend({ above: z.number().int().positive() }).optional(),
})
export type BandedPrices = Readonly<z.infer<typeof bandedPricesSchema>>
