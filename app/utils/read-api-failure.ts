import type { ApiError, ErrorCode, FieldIssue } from '#shared/api-error'

/** A failed request as a screen shows it. */
export interface ApiFailure {
  /** `unreachable`: no answer at all, so nothing is known about what the server did. */
  readonly code: ErrorCode | 'unreachable'
  readonly message: string
  readonly requestId?: string
  /** Which fields of the input were refused, and why. */
  readonly fields: readonly FieldIssue[]
  readonly retryAfterSeconds?: number
}

interface FailedRequest {
  readonly data?: { readonly error?: ApiError }
  readonly response?: { readonly headers: Headers }
}

export function readApiFailure(error: unknown): ApiFailure {
  const { data, response } = (error ?? {}) as FailedRequest // what ofetch throws; every field is checked below
  const answer = data?.error
  if (answer && typeof answer.message === 'string') {
    return {
      code: answer.code,
      message: answer.message,
      requestId: answer.requestId,
      fields: readFields(answer.details),
      retryAfterSeconds: readSeconds(response?.headers.get('retry-after')),
    }
  }
  if (response) return { code: 'internal', message: 'The server answered with something that is not an answer. Its log has the details.', fields: [] }
  return { code: 'unreachable', message: 'The server could not be reached. Check that it runs and that you are connected, then try again.', fields: [] }
}

function readFields(details: unknown): FieldIssue[] {
  const issues = Array.isArray(details) ? details : []
  return issues.filter((one): one is FieldIssue => typeof one?.field === 'string' && typeof one?.message === 'string')
}

function readSeconds(header: string | null | undefined): number | undefined {
  const seconds = Number(header)
  return header && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}
