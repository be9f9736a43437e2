import { z } from 'zod'
import { AppError } from '#server/errors'
import { createProtocolError, createProviderError } from '../kit/provider-error'
import { readRetryAfterMs, readShouldRetry } from '../kit/retry-after'

/** What the SDK throws, an error object inside a stream, and a bare body without wrapper: vLLM sends the code as a number. */
const faultSchema = z.looseObject({
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
  rate_limit_exceeded: 429,
}
const IMAGE_FAULT = /^(invalid_|empty_|failed_to_download_)?(base64_)?image/

export function toProviderError(error: unknown, label: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof SyntaxError) return createProtocolError(label, { what: 'sent an answer that cannot be read', cause: error })
  const fault = faultSchema.catch({ message: String(error) }).parse(error)
  return createProviderError({
    status: fault.status ?? readStatus(fault.code) ?? readStatus(fault.type) ?? (isSpoken(error) ? 500 : undefined),
    type: String(fault.code ?? fault.type ?? ''),
    // The SDK writes the status before the vendor's sentence.
    message: fault.message.replace(/^\d{3} /, ''),
    retryAfterMs: readRetryAfterMs(fault.headers),
    shouldRetry: readShouldRetry(fault.headers),
    cause: error,
    label,
  })
}

/** Whether the server said it, or the line broke: only the SDK's errors for a body, and a body itself, hold words. */
function isSpoken(error: unknown): boolean {
  return !(error instanceof Error) || ('error' in error && error.error !== undefined)
}

function readStatus(code: string | number | null | undefined): number | undefined {
  if (typeof code === 'number') return code >= 400 && code < 600 ? code : undefined
  if (!code) return undefined
  return STATUS_OF_CODE[code] ?? (IMAGE_FAULT.test(code) ? 400 : undefined)
}
