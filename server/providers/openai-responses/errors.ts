import type { AppError } from '#server/errors'
import { toProviderError } from '../openai-chat/errors'

/** An answer that failed on its way says so in its body, where the SDK does not look. */
export function toResponseError(
  failed: { readonly code?: string | number | null, readonly message?: string | null } | null | undefined, label: string,
): AppError {
  return toProviderError(
    { code: failed?.code ?? 'server_error', message: failed?.message ?? 'The answer failed without a reason.' }, label,
  )
}
