import { inspect } from 'node:util'
import { AppError } from '#server/errors'
import type { ModelEvent, Provider } from '#server/providers/provider'

const REMOVED = '[removed]'

/**
 * The provider, whose failures no longer hold the key: a vendor may repeat the key that it refuses, and its SDK keeps
 * the whole answer in the cause, which goes to the log.
 */
export function hideKey(provider: Provider, apiKey: string | undefined): Provider {
  if (!apiKey) return provider
  return {
    ...provider,
    async* stream(request, call): AsyncGenerator<readonly ModelEvent[]> {
      try {
        yield* provider.stream(request, call)
      }
      catch (error) {
        throw error instanceof AppError ? withoutKey(error, apiKey) : error
      }
    },
  }
}

function withoutKey(error: AppError, apiKey: string): AppError {
  const clean = (text: string) => text.replaceAll(apiKey, REMOVED).replaceAll(encodeURIComponent(apiKey), REMOVED)
  const { code, details, retryable, retryAfterMs, kind, cause } = error
  return new AppError(code, clean(error.message), { details, retryable, retryAfterMs, kind, cause: cause && clean(inspect(cause, { depth: 4 })) })
}
