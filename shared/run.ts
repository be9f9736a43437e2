import { z } from 'zod'
import { messageBlocksSchema, messageTextSchema } from './message-content'
import { runEndReasonSchema, runErrorSchema, usageSchema } from './run-event'
import { modelSettingsSchema } from './model-settings'
import { OPEN_RUN_STATES } from './run-state'
import { toolSelectionSchema } from './tool'

const runStateSchema = z.enum([...OPEN_RUN_STATES, ...runEndReasonSchema.options])
export type RunState = z.infer<typeof runStateSchema>

/** Limits of one run. Reaching one asks the model for a last answer without tools. */
const runLimitsSchema = z.strictObject({
  /** Model calls. The last one has no tools: with 1, none is offered at all. */
  steps: z.number().int().min(1).max(100).default(20),
  toolCalls: z.number().int().min(0).max(500).default(50),
  /** Seconds of work; time spent waiting for a person does not count. */
  seconds: z.number().min(1).max(3600).default(300),
})
export type RunLimits = z.infer<typeof runLimitsSchema>

/** Body of `POST /api/conversations/:id/runs`. */
export const startRunSchema = z.strictObject({
  input: z.union([messageTextSchema, messageBlocksSchema], 'Provide a text, or a list of content blocks.'),
  model: z.string().trim().min(3).max(200).regex(/^[^/\s]+\/\S+$/, 'A model is named provider/model.'),
  tools: toolSelectionSchema.default({ mode: 'all' }),
  /** Kept with the conversation. Absent: what the conversation has; empty: none. */
  system: z.string().max(50_000).optional(),
  limits: runLimitsSchema.prefault({}),
  settings: modelSettingsSchema.default({}),
  /** The run to follow, a message's id being its run's; `null`: none, as the first of the conversation. Absent: the newest. */
  parent: z.string().min(1).max(64).nullable().optional(),
})
export type StartRun = z.infer<typeof startRunSchema>

/** Body of `POST /api/runs/:id/approvals`. */
export const answerApprovalSchema = z.strictObject({
  callId: z.string().min(1).max(64),
  decision: z.enum(['allow', 'deny']),
  scope: z.literal('once').default('once'),
  note: z.string().trim().max(2000).optional(),
})
export type AnswerApproval = z.infer<typeof answerApprovalSchema>

/** A run as sent over HTTP. @public */
export const runSummarySchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  /** The run that it follows; `null`: it begins the conversation. */
  parent: z.string().nullable(),
  state: runStateSchema,
  model: z.string(),
  /** Model calls made so far. */
  steps: z.number().int(),
  usage: usageSchema,
  cost: z.number().nullable(),
  error: runErrorSchema.optional(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Sequence of its newest stored event. */
  lastSequence: z.number().int(),
})
export type RunSummary = z.infer<typeof runSummarySchema>
