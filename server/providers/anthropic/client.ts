import Anthropic from '@anthropic-ai/sdk'
import { rememberByConnection } from '../kit/request/remember-by-connection'
import { type BodyPieces, openPieces, socketFetch } from '../kit/request/socket-fetch'
import type { ProviderConnection } from '../provider'

export const OFFICIAL_BASE_URL = 'https://api.anthropic.com'
/** Without a key the SDK looks for one in the environment and in the home folder of the server's user. */
const NO_KEY = 'no-key-needed'

const findAnthropicClient = rememberByConnection(({ baseUrl = OFFICIAL_BASE_URL, apiKey = NO_KEY }: ProviderConnection): Anthropic => (
  new Anthropic({
    apiKey,
    // The SDK adds the version itself; many interfaces of this kind are written down with it.
    baseURL: baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    // Both as every server of this interface knows them: the SDK alone sends a newer version, and the key only as a bearer.
    defaultHeaders: { 'anthropic-version': '2023-06-01', 'x-api-key': apiKey },
    // Whether to try again is decided where the run is known.
    maxRetries: 0,
    fetch: socketFetch,
    // The SDK would print broken answers, and send spans of its own.
    logLevel: 'off',
    openTelemetry: false,
  })
))

interface PostRequest {
  readonly connection: ProviderConnection
  /** JSON text. */
  readonly body: string
  readonly signal: AbortSignal
}

/** Sends a request and answers with the body as it comes; an HTTP error is thrown as the SDK's error class. */
export async function postToAnthropic({ connection, body, signal }: PostRequest): Promise<BodyPieces> {
  // The SDK accepts text as a body only with a content type.
  const response = await findAnthropicClient(connection)
    .post('/v1/messages', { body, headers: { 'content-type': 'application/json' }, signal, stream: true })
    .asResponse()
  return openPieces(response)
}

/** One page of the vendor's list, as it came. */
export function fetchAnthropicModels(
  connection: ProviderConnection, { afterId, signal }: { readonly afterId?: string, readonly signal: AbortSignal },
): PromiseLike<unknown> {
  return findAnthropicClient(connection).get('/v1/models', {
    query: { limit: 100, ...(afterId !== undefined && { after_id: afterId }) }, signal,
  })
}
