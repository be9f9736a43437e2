import { z } from 'zod'
import { translationWarningSchema } from './run-event'

/** How one tool fares at one target: `ok` as it is, `adapted` at the price of the warnings, `refused` not offered there. */
const verdictSchema = z.enum(['ok', 'adapted', 'refused'])
export type Verdict = z.infer<typeof verdictSchema>

/** A target is a vendor's form of a tool, such as `anthropic` or `gemini-openapi`. */
const toolCompatibilitySchema = z.object({
  target: z.string(),
  label: z.string(),
  verdict: verdictSchema,
  /** Why it is refused, in words for a person. */
  reason: z.string().optional(),
  warnings: z.array(translationWarningSchema),
})
export type ToolCompatibility = z.infer<typeof toolCompatibilitySchema>

/** As it stands in `GET /api/tools`: how many warnings, not which. */
export const toolMarkSchema = toolCompatibilitySchema.extend({ warnings: z.number().int() })
export type ToolMark = z.infer<typeof toolMarkSchema>

/** One line of `GET /api/tools/:name/wire`. */
export const toolWireSchema = toolCompatibilitySchema.extend({
  /** The tool exactly as it stands in a request; absent when it is refused. */
  wire: z.unknown().optional(),
})
export type ToolWire = z.infer<typeof toolWireSchema>
