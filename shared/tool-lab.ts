import { z } from 'zod'
import { toolOutcomeSchema } from './tool-outcome'

/** Answer of `POST /api/tools/:name/calls`. @public */
export const toolLabCallSchema = z.object({
  callId: z.string(),
  outcome: toolOutcomeSchema,
  /** The record of how it ended. */
  auditSeq: z.number().int(),
})
export type ToolLabCall = z.infer<typeof toolLabCallSchema>
