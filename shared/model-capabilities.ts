import { z } from 'zod'
import { reasoningEffortSchema } from './model-settings'

/** Forms of a tool choice; `named` forces one tool. */
const toolChoiceFormSchema = z.enum(['auto', 'required', 'none', 'named'])
export type ToolChoiceForm = z.infer<typeof toolChoiceFormSchema>

/**
 * When a model takes a temperature. `without-effort`: unless it reasons. `effort-none`: only with the
 * effort `none`, because it may reason by default.
 */
const temperatureRuleSchema = z.enum(['always', 'without-effort', 'effort-none', 'never'])

/**
 * The form in which a model is told how much to think: a word (`effort`, `adaptive`, `level`) or a number of tokens
 * (`budget`). An adapter that does not know the form takes its own usual one.
 */
const thinkingFormSchema = z.enum(['none', 'effort', 'adaptive', 'budget', 'level'])

/** What a model takes of the neutral settings. */
export const settingSupportSchema = z.object({
  temperature: temperatureRuleSchema,
  maxTemperature: z.number().min(0).max(2),
  /** Efforts it takes, least first; empty: it has no such setting. */
  efforts: z.array(reasoningEffortSchema),
  thinking: thinkingFormSchema,
  /** Forms of a choice it obeys; any other becomes `auto`. */
  toolChoices: z.array(toolChoiceFormSchema),
  /** Whether a forced call goes together with an effort. */
  forcedWithEffort: z.boolean(),
  /** Whether it can be limited to one call at a time. */
  parallelSwitch: z.boolean(),
  /** Whether tools go together with an effort other than `none`. */
  toolsWithEffort: z.boolean(),
  /** Tokens; absent: no limit is known. */
  maxOutputTokens: z.number().int().positive().optional(),
  /** The context window in tokens; absent: not known. */
  contextWindow: z.number().int().positive().optional(),
})
export type SettingSupport = z.infer<typeof settingSupportSchema>

const tokens = z.number().int().min(1).max(100_000_000)

/** What an admin knows better than the shipped table: only the fields that differ. */
export const capabilityOverrideSchema = z.strictObject({
  ...settingSupportSchema.partial().shape,
  maxOutputTokens: tokens.optional(),
  contextWindow: tokens.optional(),
  tools: z.boolean().optional(),
  images: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  /** Take the rules of this model: the name of a deployment may not identify its model. */
  sameAs: z.string().trim().min(1).max(200).optional(),
})
export type CapabilityOverride = z.infer<typeof capabilityOverrideSchema>
