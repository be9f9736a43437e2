import { UnexpectedValueError } from '#shared/assert-never'
import type { ApiError, ErrorCode, FieldIssue } from '#shared/api-error'
import { UNKNOWN_EVENT } from './read-run-event'

/** An error as screens handle it: the API's own body, or what stands for it when none came back. */
export type ReadApiError = Pick<ApiError, 'code' | 'message'> & Partial<Pick<ApiError, 'requestId' | 'details'>> & {
  /** No server answered. */
  readonly isOffline?: true
}

export const OFFLINE: ReadApiError = {
  code: 'internal',
  message: 'Could not reach the server. Check your connection and try again.',
  isOffline: true,
}

const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid-request', 401: 'unauthenticated', 403: 'forbidden', 404: 'not-found', 409: 'conflict',
  413: 'payload-too-large', 422: 'unprocessable', 429: 'rate-limited',
}

/** Reads whatever a failed request threw. A proxy or a missing route answers without our body, so every field is checked. */
export function readApiError(thrown: unknown): ReadApiError {
  if (thrown instanceof UnexpectedValueError) return { code: 'internal', message: UNKNOWN_EVENT }
  const body = field(field(thrown, 'data'), 'error')
  const code = field(body, 'code')
  const message = field(body, 'message')
  if (typeof code === 'string' && typeof message === 'string') return body as ReadApiError // both required fields were just checked
  const status = field(thrown, 'statusCode')
  if (typeof status !== 'number') return OFFLINE
  return { code: CODE_OF_STATUS[status] ?? 'internal', message: `Request failed with status ${status}.` }
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** A failed request as a form shows it: the error, which fields are invalid, and how long to wait. */
export interface RequestError extends ReadApiError {
  readonly fields: readonly FieldIssue[]
  readonly retryAfterSeconds?: number
}

export function readRequestError(thrown: unknown): RequestError {
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
