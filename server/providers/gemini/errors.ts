import { z } from 'zod'
import { AppError } from '#server/errors'
import { createProtocolError, createProviderError, DAILY_LIMIT } from '../kit/errors/provider-error'
import { readRedirectAddress } from '../kit/errors/redirect-address'
import { readRetryAfterMs, readShouldRetry } from '../kit/errors/retry-after'
import { GeminiHttpError } from './client'

/** What is added to a base URL, to ask for an answer or for the models. */
const ADDED_PATH = /\/(?:tuned)?models(?:\/.*)?$/i

/** The error object of a body or of a stream; one in a stream may have no code. */
const errorSchema = z.looseObject({
  status: z.string().optional().catch(undefined),
  code: z.number().min(400).max(599).optional().catch(undefined),
  message: z.string().catch(''),
  details: z.array(z.looseObject({})).catch([]),
})
type ErrorObject = z.infer<typeof errorSchema>

const STATUS_OF_NAME: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: 400, FAILED_PRECONDITION: 400, OUT_OF_RANGE: 400, UNAUTHENTICATED: 401, PERMISSION_DENIED: 403, NOT_FOUND: 404,
  ABORTED: 409, ALREADY_EXISTS: 409, RESOURCE_EXHAUSTED: 429, CANCELLED: 499, INTERNAL: 500, UNKNOWN: 500, UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
}

/** Of an answer with an error status, of an error object in a stream, and of a connection that failed. */
export function toProviderError(error: unknown, label: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof SyntaxError) return createProtocolError(label, { what: 'sent an answer that cannot be read', cause: error })
  const httpError = error instanceof GeminiHttpError ? error : undefined
  const isSpoken = httpError !== undefined || !(error instanceof Error)
  const parsed = errorSchema.catch({ message: '', details: [] }).parse(isSpoken ? unwrap(httpError ? httpError.body : error) : undefined)
  return createProviderError({
    status: isSpoken ? readStatus(parsed, httpError?.status) : undefined,
    ...(isDailyLimit(parsed) && { type: DAILY_LIMIT }),
    message: parsed.message,
    retryAfterMs: readRetryDelay(parsed) ?? readRetryAfterMs(httpError?.headers),
    shouldRetry: readShouldRetry(httpError?.headers),
    redirectAddress: readRedirectAddress(httpError?.headers, ADDED_PATH),
    cause: error,
    label,
  })
}

/** Wrappers of a body: a list, and a field in it that an event wraps once more. */
const MAX_WRAPPERS = 4

/** Some endpoints and proxies send a list that holds the body, some keep its wrapper, and some say it in words alone. */
function unwrap(body: unknown): unknown {
  let inner = body
  for (let count = 0; count < MAX_WRAPPERS && typeof inner === 'object' && inner !== null; count += 1) {
    if (Array.isArray(inner)) inner = inner[0] as unknown
    else if ('error' in inner) inner = inner.error
  }
  return typeof inner === 'string' ? { message: inner } : inner
}

function readStatus({ status, code, details }: ErrorObject, spoken: number | undefined): number {
  // Google answers a bad key with 400, which elsewhere means a bad request.
  if (details.some(detail => detail.reason === 'API_KEY_INVALID')) return 401
  return spoken ?? STATUS_OF_NAME[status ?? ''] ?? code ?? 500
}

/** `google.rpc.RetryInfo`: `"34s"`. */
function readRetryDelay({ details }: ErrorObject): number | undefined {
  const delay = details.map(detail => detail.retryDelay).find(value => typeof value === 'string')
  const seconds = Number.parseFloat(delay ?? '')
  return seconds >= 0 ? seconds * 1000 : undefined
}

/** `google.rpc.QuotaFailure`: the quota that is used up says in its id for how long. A retry today would not help. */
function isDailyLimit({ details }: ErrorObject): boolean {
  return details.some(({ violations }) => /PerDay/.test(JSON.stringify(violations ?? [])))
}
