import OpenAI from 'openai'
import { createWatchedFetch } from '../kit/watched-fetch'
import type { ModelInfo, ProviderConnection } from '../provider'
import { chooseProfile } from './profiles'

/** The SDK refuses to start without a key; servers on the local network ignore the one they get. */
const NO_KEY = 'no-key-needed'

interface ClientOptions {
  readonly connection: ProviderConnection
  readonly officialBaseUrl: string
  /** Told of every byte, keep-alives included. */
  readonly touch?: () => void
}

/** A client for one request. Everything it would take from the environment is given, so that it reads none of it. */
export function createOpenAiClient({ connection, officialBaseUrl, touch }: ClientOptions): OpenAI {
  const apiKey = connection.apiKey || NO_KEY
  return new OpenAI({
    apiKey,
    adminAPIKey: null,
    baseURL: connection.baseUrl ?? officialBaseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    // Whether to try again is decided where the run is known.
    maxRetries: 0,
    // Azure takes a bearer for a token of its directory, never for a key. `null` takes the SDK's own header away.
    ...(chooseProfile(connection).auth === 'api-key' && { defaultHeaders: { 'api-key': apiKey, 'Authorization': null } }),
    // The SDK would print request bodies and broken answers.
    logLevel: 'off',
    ...(touch && { fetch: createWatchedFetch(touch) }),
  })
}

/** Servers name their models and say nothing else about them, so a model is taken to be able until it refuses. */
export async function listOpenAiModels(options: ClientOptions, signal: AbortSignal): Promise<ModelInfo[]> {
  const page = await createOpenAiClient(options).models.list({ signal })
  return page.data.map(({ id }) => ({ id, name: id, capabilities: { tools: true, images: true, reasoning: false } }))
}
