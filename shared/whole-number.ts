import { z } from 'zod'

/** A number in an address or a query. Digits alone: `Number` would also read `0x10`, `1e2` and spaces. */
export const wholeNumberSchema = z.string().regex(/^\d{1,15}$/, 'Provide a whole number, once.').transform(Number)
