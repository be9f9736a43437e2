import type { TranslationWarning } from '#shared/run-event'
import type { ModelRequest, Provider, ProviderConnection } from '#server/providers/provider'

interface TranslatedRequest {
  readonly body: unknown
  /** The body as it would go out. */
  readonly text: string
  readonly warnings: readonly TranslationWarning[]
}

/** What a provider would send, without sending it: the first batch comes before anything goes out. */
export async function translateRequest(
  provider: Provider, request: ModelRequest, connection: ProviderConnection,
): Promise<TranslatedRequest> {
  for await (const batch of provider.stream(request, { connection, signal: new AbortController().signal })) {
    const bodies = batch.flatMap(event => event.type === 'request' ? [event.body] : [])
    const text = bodies[0] ?? ''
    return { body: JSON.parse(text), text, warnings: batch.flatMap(event => event.type === 'warning' ? [event.warning] : []) }
  }
  throw new Error(`${provider.id} told no request.`)
}
