import type { AppError } from '#server/errors'
import { createProtocolError } from '../errors/provider-error'

/** An incomplete answer: the connection closed, or an event was cut off, before the vendor ended it. */
export function createCutError(label: string, cause?: unknown): AppError {
  // Retryable, because a caller that has shown nothing of the answer may ask again.
  return createProtocolError(label, { what: 'broke off in the middle of its answer', cause, retryable: true })
}
