import Anthropic from '@anthropic-ai/sdk'
import { guardStream } from '../kit/stream-guard'
import { createWatchedFetch } from '../kit/watched-fetch'
import type { ModelEvent, ModelRequest, Provider, ProviderCall, ProviderConnection } from '../provider'
import { toProviderError } from './errors'
import { KNOWN_MODELS } from './model-family'
import { readModels } from './model-list'
import { toWireRequest } from './request'
import { fromWireStream, isFinalEvent } from './stream'
import { TOOL_TARGET } from './tools'

const ID = 'anthropic'
const LABEL = 'Anthropic'
const OFFICIAL_BASE_URL = 'https://api.anthropic.com'
/** Without a key the SDK looks for one in the environment and in the home folder of whoever runs the server. */
const NO_KEY = 'no-key-needed'

/** A client for one request; `touch` is told of every byte, keep-alives included. */
function createClient({ baseUrl = OFFICIAL_BASE_URL, apiKey = NO_KEY }: ProviderConnection, touch: () => void = () => {}): Anthropic {
  return new Anthropic({
    apiKey,
    baseURL: baseUrl,
    // Both as every server of this interface knows them: the SDK alone sends a newer version, and the key only as a bearer.
    defaultHeaders: { 'anthropic-version': '2023-06-01', 'x-api-key': apiKey },
    // Whether to try again is decided where the run is known.
    maxRetries: 0,
    // The SDK would print broken answers, and send spans of its own.
    logLevel: 'off',
    openTelemetry: false,
    fetch: createWatchedFetch(touch),
  })
}

async function* stream(request: ModelRequest, { connection, signal }: ProviderCall): AsyncGenerator<readonly ModelEvent[]> {
  const origin = { adapter: ID, endpoint: connection.baseUrl ?? OFFICIAL_BASE_URL, model: request.model }
  const { wire, warnings, names } = toWireRequest(request, origin)
  yield [{ type: 'request', body: JSON.stringify(wire) }, ...warnings.map(warning => ({ type: 'warning' as const, warning }))]
  const events = guardStream<unknown>({
    label: LABEL,
    signal,
    open: (transport, touch) => createClient(connection, touch).messages.create(wire, { signal: transport }),
    isTerminal: isFinalEvent,
    toError: error => toProviderError(error, LABEL),
  })
  for await (const event of fromWireStream(events, { names, label: LABEL })) yield [event]
}

export const anthropicProvider: Provider = {
  id: ID,
  label: LABEL,
  officialBaseUrl: OFFICIAL_BASE_URL,
  needsKey: true,
  knownModels: KNOWN_MODELS,
  toolTargets: [TOOL_TARGET],
  profiles: [],
  stream,
  async listModels(connection, signal) {
    try {
      return await readModels(createClient(connection).models.list({ limit: 100 }, { signal }))
    }
    catch (error) {
      signal.throwIfAborted()
      throw toProviderError(error, LABEL)
    }
  },
}
