import { z } from 'zod'
import { AppError } from '#server/errors'
import { createCutError } from '../kit/stream/cut-error'
import { createProviderError, DAILY_LIMIT } from '../kit/faults/provider-error'

/** What the SDK throws (`errorDetails`), and an error object in a stream or a body (`details`, `code`, and a status by name). */
const faultSchema = z.looseObject({
  status: z.union([z.number(), z.string()]).optional().catch(undefined),
  code: z.number().optional().catch(undefined),
  message: z.string().catch(''),
  errorDetails: z.array(z.looseObject({})).optional().catch(undefined),
  details: z.array(z.looseObject({})).optional().catch(undefined),
})

const STATUS_OF_NAME: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: 400, FAILED_PRECONDITION: 400, OUT_OF_RANGE: 400, UNAUTHENTICATED: 401, PERMISSION_DENIED: 403, NOT_FOUND: 404,
  ABORTED: 409, ALREADY_EXISTS: 409, RESOURCE_EXHAUSTED: 429, CANCELLED: 499, INTERNAL: 500, UNKNOWN: 500, UNAVAILABLE: 503, DEADLINE_EXCEEDED: 504,
}

export function toProviderError(error: unknown, label: string): AppError {
  if (error instanceof AppError) return error
  const fault = faultSchema.catch({ message: String(error) }).parse(unwrap(error))
  // The SDK's words for a stream whose last event is not whole, and for an event that is not JSON.
  if (/Failed to parse stream|Error parsing JSON response/.test(fault.message)) return createCutError(label, error)
  const details = fault.errorDetails ?? fault.details ?? []
  return createProviderError({
    status: readStatus(fault, details) ?? (error instanceof Error ? undefined : 500),
    ...(isDailyLimit(details) && { type: DAILY_LIMIT }),
    message: readMessage(fault.message),
    retryAfterMs: readRetryAfter(details),
    cause: error,
    label,
  })
}

/** Some endpoints and proxies send a list that holds the body, and some keep its wrapper. */
function unwrap(error: unknown): unknown {
  const [body] = Array.isArray(error) ? error as unknown[] : [error]
  return typeof body === 'object' && body !== null && !(body instanceof Error) && 'error' in body ? body.error : body
}

type Details = readonly Readonly<Record<string, unknown>>[]

function readStatus({ status, code }: z.infer<typeof faultSchema>, details: Details): number | undefined {
  // Google answers a bad key with 400, which elsewhere means a bad request.
  if (details.some(detail => detail.reason === 'API_KEY_INVALID')) return 401
  if (typeof status === 'number') return status
  return STATUS_OF_NAME[status ?? ''] ?? code
}

/** The SDK puts its own name, the address and the details around the vendor's sentence. */
function readMessage(message: string): string {
  return message.replace(/^\[GoogleGenerativeAI Error\]:\s*/, '').replace(/^Error fetching from \S+:\s*(?:\[\d{3}[^\]]*\]\s*)?/, '').replace(/\s*\[\{".*$/s, '')
}

/** `google.rpc.RetryInfo`: `"34s"`. The SDK loses the header `retry-after`. */
function readRetryAfter(details: Details): number | undefined {
  const delay = details.map(detail => detail.retryDelay).find(value => typeof value === 'string')
  const seconds = Number.parseFloat(delay ?? '')
  return seconds >= 0 ? seconds * 1000 : undefined
}

/** `google.rpc.QuotaFailure`: the quota that is used up says in its id for how long. A retry today would not help. */
function isDailyLimit(details: Details): boolean {
  return details.some(({ violations }) => /PerDay/.test(JSON.stringify(violations ?? [])))
}
