import { z } from 'zod'
import { contentBlockSchema } from './content'

/** One thing that is wrong with the arguments, written so that a model can fix it. */
const inputIssueSchema = z.object({
  /** JSON Pointer into the arguments; empty for the whole. */
  path: z.string(),
  expected: z.string(),
  /** What came instead, shortened. */
  got: z.string(),
})
export type InputIssue = z.infer<typeof inputIssueSchema>

const base = {
  /** What the model reads. Never empty unless the tool returned nothing. */
  content: z.array(contentBlockSchema),
  /** Milliseconds by the monotonic clock; 0 when the tool never ran. */
  durationMs: z.number().nonnegative(),
  /** What the person who was asked said to the model. Never part of `content`, except where the call was denied. */
  note: z.string().optional(),
}

/**
 * What a tool call came to. Errors are values, not exceptions: the model reads them
 * and may try again, so each one names what has to change.
 */
export const toolOutcomeSchema = z.discriminatedUnion('status', [
  z.object({
    ...base,
    status: z.literal('ok'),
    structuredContent: z.unknown().optional(),
    /** Set by a tool whose text tells all that its structured content holds: a model is then given the text alone. */
    isTextComplete: z.boolean().optional(),
    /** Present when the result was cut for the model: the size it had, in bytes of UTF-8. */
    truncated: z.object({ bytes: z.number().int() }).optional(),
  }),
  z.object({ ...base, status: z.literal('unknown-tool') }),
  z.object({ ...base, status: z.literal('invalid-input'), issues: z.array(inputIssueSchema) }),
  z.object({ ...base, status: z.literal('denied') }),
  z.object({ ...base, status: z.literal('timed-out') }),
  z.object({ ...base, status: z.literal('failed') }),
  z.object({ ...base, status: z.literal('cancelled') }),
  // A crash fell between start and end: the tool may or may not have acted.
  z.object({ ...base, status: z.literal('unknown') }),
])
export type ToolOutcome = z.infer<typeof toolOutcomeSchema>
export type ToolOutcomeStatus = ToolOutcome['status']
