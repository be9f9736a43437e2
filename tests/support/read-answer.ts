import type { ModelEvent, ModelRequest, Provider, ProviderConnection } from '#server/providers/provider'

/** The events of one answer, one by one. */
export async function* streamAnswer(
  provider: Provider, request: ModelRequest, connection: ProviderConnection, signal = new AbortController().signal,
): AsyncGenerator<ModelEvent> {
  for await (const batch of provider.stream(request, { connection, signal })) yield* batch
}

export async function readAnswer(
  provider: Provider, request: ModelRequest, connection: ProviderConnection, signal?: AbortSignal,
): Promise<ModelEvent[]> {
  return Array.fromAsync(streamAnswer(provider, request, connection, signal))
}

/** The body of the request that an answer was asked with. */
export function readRequestBody(events: readonly ModelEvent[]): unknown {
  const [request] = events
  return request?.type === 'request' ? JSON.parse(request.body) : undefined
}
