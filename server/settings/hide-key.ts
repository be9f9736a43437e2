import { inspect } from 'node:util'
import { AppError } from '#server/errors'
import type { ModelEvent, Provider } from '#server/providers/provider'
import { AnswerFilter, type SecretStream } from './hide-answer-keys'

/** Removes every known secret, and every text in the shape of a vendor's key. */
type HideSecrets = (text: string) => string

export interface SecretFilter {
  readonly hideSecrets: HideSecrets
  /** For text that comes in pieces: removes every known secret. */
  readonly openSecretStream: () => SecretStream
}

/**
 * The provider, whose answers and errors no longer hold a key: a vendor may repeat the key that it refuses, and its SDK
 * keeps the whole answer in the cause, which goes to the log.
 */
export function hideKeys(provider: Provider, { hideSecrets, openSecretStream }: SecretFilter): Provider {
  return {
    ...provider,
    async* stream(request, call): AsyncGenerator<readonly ModelEvent[]> {
      const answer = new AnswerFilter(openSecretStream)
      try {
        for await (const batch of provider.stream(request, call)) yield batch.flatMap(answer.filter)
        yield answer.flush()
      }
      catch (error) {
        yield answer.flush()
        throw error instanceof AppError ? withoutKeys(error, hideSecrets) : error
      }
    },
  }
}

function withoutKeys(error: AppError, hide: HideSecrets): AppError {
  const { code, details, retryable, retryAfterMs, kind, cause } = error
  return new AppError(code, hide(error.message), {
    details, retryable, retryAfterMs, kind, cause: cause && hide(inspect(cause, { depth: 4 })),
  })
}
