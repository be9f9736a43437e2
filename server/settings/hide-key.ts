import { inspect } from 'node:util'
import { AppError } from '#server/errors'
import type { ModelEvent, Provider } from '#server/providers/provider'

/** Removes every known secret, and every text in the shape of a vendor's key. */
export type HideSecrets = (text: string) => string

/**
 * The provider, whose errors no longer hold a key: a vendor may repeat the key that it refuses, and its SDK keeps
 * the whole answer in the cause, which goes to the log.
 */
export function hideKeys(provider: Provider, hide: HideSecrets): Provider {
  return {
    ...provider,
    async* stream(request, call): AsyncGenerator<readonly ModelEvent[]> {
      try {
        yield* provider.stream(request, call)
      }
      catch (error) {
        throw error instanceof AppError ? withoutKeys(error, hide) : error
      }
    },
  }
}

function withoutKeys(error: AppError, hide: HideSecrets): AppError {
  const { code, details, retryable, retryAfterMs, kind, cause } = error
  return new AppError(code, hide(error.message), { details, retryable, retryAfterMs, kind, cause: cause && hide(inspect(cause, { depth: 4 })) })
}
