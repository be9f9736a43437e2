import { z } from 'zod'
import { runErrorSchema, translationWarningSchema } from './run-event'

/** One attempt of a step, as it went over the wire. Secrets and long media are left out. */
const wireAttemptSchema = z.object({
  attempt: z.number().int().positive(),
  adapter: z.string(),
  endpoint: z.string(),
  /** The request body: a JSON value, or its text when it is none. */
  request: z.unknown(),
  /** The vendor's events, each the text that it wrote. */
  events: z.array(z.string()),
  /** Whether the answer was longer than what is kept. */
  cut: z.boolean(),
  /** Why it failed; absent when it did not, or was stopped. */
  error: runErrorSchema.optional(),
})
export type WireAttempt = z.infer<typeof wireAttemptSchema>

/** `GET /api/runs/:id/steps/:n/wire`. No attempts: the wire was not kept. @public */
export const stepWireSchema = z.object({
  step: z.number().int().positive(),
  attempts: z.array(wireAttemptSchema),
  /** What translating into this request changed; each is said in the step that first met it, and holds on. */
  warnings: z.array(z.object({ step: z.number().int().positive(), warning: translationWarningSchema })),
})
export type StepWireView = z.infer<typeof stepWireSchema>
