import { z } from 'zod'
import { wholeNumberSchema } from './whole-number'

/** Pagination by an opaque cursor: pass `nextCursor` back as `cursor`. */
export const pageQuerySchema = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: wholeNumberSchema.pipe(z.number().min(1).max(200)).default(50),
})
export type PageQuery = z.infer<typeof pageQuerySchema>

export interface Page<Item> { readonly items: readonly Item[], readonly nextCursor: string | null }
