import { z } from 'zod'

/** More than any answer has, and so few that the sum over all steps of a run stays exact. */
const MAX_TOKENS = 2 ** 40

/** A count of tokens from outside. Anything else makes the usage unreadable, which is then unknown. */
export const tokenCountSchema = z.int().nonnegative().max(MAX_TOKENS)
