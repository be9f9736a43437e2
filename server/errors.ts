import type { ErrorCode, FieldIssue } from '#shared/api-error'
import type { ProviderErrorKind } from '#shared/provider-error'

/** The one place where an error code becomes an HTTP status. */
export const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  'invalid-request': 400,
  'unauthenticated': 401,
  'forbidden': 403,
  'not-found': 404,
  'conflict': 409,
  'payload-too-large': 413,
  'unprocessable': 422,
  'rate-limited': 429,
  'unsupported-by-provider': 422,
  'provider-rejected': 502,
  'provider-rate-limited': 503,
  'provider-unavailable': 503,
  'provider-protocol': 502,
  'mcp-unavailable': 503,
  'storage-unavailable': 503,
  'misconfigured': 500,
  'internal': 500,
}

interface AppErrorOptions {
  /** Safe to show to the caller. */
  readonly details?: unknown
  /** For the log only; never sent. */
  readonly cause?: unknown
  readonly retryable?: boolean
  readonly retryAfterMs?: number
  /** Of a provider's error: what fixes it. */
  readonly kind?: ProviderErrorKind
}

/**
 * A known error at a boundary. `message` is for the caller: what happened and how to fix it.
 * Whether a retry may help is decided here, where the error is made.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details?: unknown
  readonly retryable: boolean
  readonly retryAfterMs?: number
  readonly kind?: ProviderErrorKind

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs
    this.kind = options.kind
  }
}

/** What was sent in one field cannot be taken, for a reason that no schema knows. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid-request', message, { details: [{ field, message }] satisfies FieldIssue[] })
}

/** Missing and foreign objects get the same answer, so that ids cannot be probed. */
export function notFound(what: string): AppError {
  return new AppError('not-found', `The ${what} does not exist, or you do not have access to it.`)
}
