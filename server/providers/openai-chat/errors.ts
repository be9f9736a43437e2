import { z } from 'zod'
import { AppError } from '#server/errors'
import { createProtocolError, createProviderError } from '../kit/errors/provider-error'
import { readRedirectAddress } from '../kit/errors/redirect-address'
import { readRetryAfterMs, readShouldRetry } from '../kit/errors/retry-after'
import { readErrorBody } from './error-body'

/** What is added to a base URL, to ask for an answer or for the models. */
const ADDED_PATH = /\/(?:chat\/completions|responses|models)$/i

/** What the SDK throws, an error object inside a stream, and a bare body without wrapper: vLLM sends the code as a number. */
const errorSchema = z.looseObject({
  status: z.number().optional().catch(undefined),
  code: z.union([z.string(), z.number()]).nullish().catch(undefined),
  type: z.string().nullish().catch(undefined),
  message: z.string().catch(''),
  headers: z.instanceof(Headers).optional().catch(undefined),
})

/** An error inside a stream comes without a status: these say what it would have been. Any other one is the server's fault. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  context_length_exceeded: 400,
  invalid_request_error: 400,
  invalid_prompt: 400,
  bio_policy: 400,
  misalignment_policy_violation: 400,
  content_filter: 400,
  invalid_encrypted_content: 400,
  data_residency_mismatch: 400,
  vector_store_timeout: 400,
  unsupported_image_media_type: 400,
  invalid_api_key: 401,
  authentication_error: 401,
  permission_error: 403,
  model_not_found: 404,
  not_found_error: 404,
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  overloaded_error: 503,
  server_overloaded: 503,
}
const IMAGE_ERROR = /^(invalid_|empty_|failed_to_download_)?(base64_)?image/

/** The SDK writes the status before the vendor's sentence. */
const SDK_PREFIX = /^\d{3} /

export function toProviderError(error: unknown, label: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof SyntaxError) return createProtocolError(label, { what: 'sent an answer that cannot be read', cause: error })
  const parsed = errorSchema.catch({ message: String(error) }).parse(error)
  const spoken = readErrorBody(error)
  const code = spoken?.code ?? parsed.code
  const type = spoken?.type ?? parsed.type
  return createProviderError({
    status: parsed.status ?? readStatus(code) ?? readStatus(type) ?? (isSpoken(error) ? 500 : undefined),
    // A code that only repeats the status tells less than the type beside it.
    type: String((isNumber(code) ? undefined : code) ?? type ?? ''),
    message: spoken?.message ?? parsed.message.replace(SDK_PREFIX, ''),
    retryAfterMs: readRetryAfterMs(parsed.headers),
    shouldRetry: readShouldRetry(parsed.headers),
    redirectAddress: readRedirectAddress(parsed.headers, ADDED_PATH),
    cause: error,
    label,
  })
}

/** Whether the server said it, or the line broke: only the SDK's errors for a body, and a body itself, hold words. */
function isSpoken(error: unknown): boolean {
  return !(error instanceof Error) || ('error' in error && error.error !== undefined)
}

function readStatus(code: string | number | null | undefined): number | undefined {
  if (isNumber(code)) return Number(code) >= 400 && Number(code) < 600 ? Number(code) : undefined
  const name = String(code ?? '')
  return STATUS_OF_CODE[name] ?? (IMAGE_ERROR.test(name) ? 400 : undefined)
}

/** LiteLLM writes a status as text. */
function isNumber(code: string | number | null | undefined): boolean {
  return typeof code === 'number' || /^\d+$/.test(code ?? '')
}
