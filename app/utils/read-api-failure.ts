import type { FieldIssue } from '#shared/api-error'
import { readApiError, type ReadApiError } from './read-api-error'

/** A failed request as a form shows it: the error, which fields were refused, and how long to wait. */
export interface ApiFailure extends ReadApiError {
  readonly fields: readonly FieldIssue[]
  readonly retryAfterSeconds?: number
}

export function readApiFailure(thrown: unknown): ApiFailure {
  const error = readApiError(thrown)
  const { response } = (thrown ?? {}) as { readonly response?: Partial<Response> } // what ofetch throws; checked where it is read
  return { ...error, fields: readFields(error.details), retryAfterSeconds: readSeconds(response?.headers?.get('retry-after')) }
}

function readFields(details: unknown): FieldIssue[] {
  const issues = Array.isArray(details) ? details : []
  return issues.filter((one): one is FieldIssue => typeof one?.field === 'string' && typeof one?.message === 'string')
}

function readSeconds(header: string | null | undefined): number | undefined {
  const seconds = Number(header)
  return header && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}
