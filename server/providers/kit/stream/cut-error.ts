import type { AppError } from '#server/errors'
import { createProtocolError } from '../faults/provider-error'

/** Half an answer: the line ended, or an event was cut, before the vendor said that it is over. */
export function createCutError(label: string, cause?: unknown): AppError {
  // Whoever has shown nothing of the half may ask again.
  return createProtocolError(label, { what: 'broke off in the middle of its answer', cause, retryable: true })
}
