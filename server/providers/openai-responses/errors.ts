import type { AppError } from '#server/errors'
import { toProviderError } from '../openai-chat/errors'

/** An answer that failed on its way says so in its body, where the SDK does not look. */
export function toFailureError(
  failure: { readonly code?: string | number | null, readonly message?: string | null } | null | undefined, label: string,
): AppError {
  return toProviderError(
    { code: failure?.code ?? 'server_error', message: failure?.message ?? 'The answer failed without a reason.' }, label,
  )
}
