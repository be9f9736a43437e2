import { z } from 'zod'
import { AppError } from '#server/errors'
import { createProtocolError, createProviderError } from '../kit/errors/provider-error'
import { readRedirectAddress } from '../kit/errors/redirect-address'
import { readRetryAfterMs, readShouldRetry } from '../kit/errors/retry-after'

/** What is added to a base URL, to ask for an answer or for the models. */
const ADDED_PATH = /\/(?:messages|models)$/i

/** What the SDK throws, and the error object of a stream. Connection errors have neither status nor type. */
const errorSchema = z.looseObject({
  status: z.number().optional().catch(undefined),
  type: z.string().nullish().catch(undefined),
  /** The vendor's sentence; the SDK's own `message` has the whole body in it. */
  apiMessage: z.string().nullish().catch(undefined),
  message: z.string().nullish().catch(undefined),
  headers: z.instanceof(Headers).optional().catch(undefined),
})

/** An error inside a stream comes without a status: these say what it would have been. */
const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

export function toProviderError(error: unknown, label: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof SyntaxError) return createProtocolError(label, { what: 'sent an answer that cannot be read', cause: error })
  const parsed = errorSchema.catch({ message: String(error) }).parse(error)
  const type = parsed.type ?? undefined
  return createProviderError({
    status: parsed.status ?? (type === undefined ? undefined : STATUS_OF_TYPE[type] ?? 500),
    type,
    message: parsed.apiMessage ?? (error instanceof Error ? '' : parsed.message ?? ''),
    retryAfterMs: readRetryAfterMs(parsed.headers),
    shouldRetry: readShouldRetry(parsed.headers),
    redirectAddress: readRedirectAddress(parsed.headers, ADDED_PATH),
    cause: error,
    label,
  })
}
