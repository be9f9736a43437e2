import { z } from 'zod'

/** How much a model thinks before it answers, from not at all to as much as it can. */
export const reasoningEffortSchema = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
export type ReasoningEffort = z.infer<typeof reasoningEffortSchema>

/**
 * What the model must do about tools. In a run, `required` and one named tool hold until the first call: a choice
 * that stayed forced would never let the model answer.
 */
const toolChoiceSchema = z.union([
  z.enum(['auto', 'required', 'none']),
  z.strictObject({ tool: z.string().min(1).max(200) }),
])
export type ToolChoice = z.infer<typeof toolChoiceSchema>

/** One neutral setting each; a provider maps it, or drops it with a warning. Absent: the vendor's own default. */
export const modelSettingsSchema = z.strictObject({
  toolChoice: toolChoiceSchema.optional(),
  /** False: at most one call per answer. */
  parallelToolCalls: z.boolean().optional(),
  /** Tokens, reasoning included where the vendor counts it so. */
  maxOutputTokens: z.number().int().min(1).max(1_000_000).optional(),
  temperature: z.number().min(0).max(2).optional(),
  reasoningEffort: reasoningEffortSchema.optional(),
})
export type ModelSettings = z.infer<typeof modelSettingsSchema>
