import { z } from 'zod'

/** The closed set of error codes. Their HTTP statuses are in `server/errors.ts`. */
export const errorCodeSchema = z.enum([
  'invalid-request', 'unauthenticated', 'forbidden', 'not-found', 'conflict', 'payload-too-large', 'unprocessable',
  'rate-limited', 'unsupported-by-provider', 'provider-rejected', 'provider-rate-limited', 'provider-unavailable',
  'provider-protocol', 'mcp-unavailable', 'storage-unavailable', 'misconfigured', 'internal',
])
export type ErrorCode = z.infer<typeof errorCodeSchema>

/** The single error body the API ever returns: `{ error: ApiError }`. @public */
export const apiErrorSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  requestId: z.string(),
  details: z.unknown().optional(),
})
export type ApiError = z.infer<typeof apiErrorSchema>

/** Details of `invalid-request`: which field, and what it should be. */
export interface FieldIssue { readonly field: string, readonly message: string }
