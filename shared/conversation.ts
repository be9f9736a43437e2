import { z } from 'zod'
import type { DurableEvent } from './run-event'
import { modelSettingsSchema } from './model-settings'
import type { RunSummary } from './run'
import { toolSelectionSchema } from './tool'

/** The title until the first request gives it one. */
export const NEW_CONVERSATION_TITLE = 'New chat'

const title = z.string().trim().min(1).max(200)

export const conversationInputSchema = z.strictObject({
  title: title.optional(),
  model: z.string().max(200).optional(),
  tools: toolSelectionSchema.optional(),
  settings: modelSettingsSchema.optional(),
  /** Instructions for the model; empty: none. */
  system: z.string().max(50_000).optional(),
})
export type ConversationInput = z.infer<typeof conversationInputSchema>

/** A change of a chat names the same fields as a new one. */
export type ConversationPatch = ConversationInput

/** @public Part of the HTTP contract. */
export const conversationSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Model, tools, settings and instructions last used or picked in it; absent in a new one. */
  model: z.string().optional(),
  tools: toolSelectionSchema.optional(),
  settings: modelSettingsSchema.optional(),
  system: z.string().optional(),
  /** In lists: a run of it is at work or waits for a person. */
  activity: z.enum(['running', 'waiting']).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Conversation = z.infer<typeof conversationSchema>

/** A conversation with everything needed to show it: its runs, oldest first, each with its stored events. */
export interface ConversationDetail extends Conversation {
  readonly runs: readonly (RunSummary & { readonly events: readonly DurableEvent[] })[]
  /** US dollars for all of its runs; `null` as soon as one used tokens at an unknown price. */
  readonly cost: number | null
}

/** A conversation as its owner keeps it: each run with the instructions that its model was given, `null` without any. */
export interface ConversationExport extends ConversationDetail {
  readonly runs: readonly (ConversationDetail['runs'][number] & { readonly system: string | null })[]
}
