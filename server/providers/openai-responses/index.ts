import { guardStream } from '../kit/stream-guard'
import { createOpenAiClient, listOpenAiModels } from '../openai-chat/client'
import { toProviderError } from '../openai-chat/errors'
import type { ModelEvent, ModelRequest, Provider, ProviderConnection } from '../provider'
import { OPENAI_MODELS } from './known-models'
import { isReasoningModel } from './reasoning-model'
import { toWireRequest } from './request'
import { fromWireStream } from './stream'

const ID = 'openai-responses'
const LABEL = 'OpenAI'
const OFFICIAL_BASE_URL = 'https://api.openai.com/v1'
const TERMINAL_EVENTS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed', 'error'])

async function* stream(request: ModelRequest, connection: ProviderConnection, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const origin = { adapter: ID, endpoint: connection.baseUrl ?? OFFICIAL_BASE_URL, model: request.model }
  const { wire, warnings, names } = toWireRequest(request, origin)
  yield { type: 'request', body: wire }
  for (const warning of warnings) yield { type: 'warning', warning }
  const events = guardStream({
    label: LABEL,
    signal,
    open: (transport, touch) =>
      createOpenAiClient({ connection, officialBaseUrl: OFFICIAL_BASE_URL, touch }).responses.create(wire, { signal: transport }),
    isTerminal: event => TERMINAL_EVENTS.has(event.type),
    toError: error => toProviderError(error, LABEL),
  })
  yield* fromWireStream(events, { names, label: LABEL })
}

/** OpenAI's own service: its newer models take tools beside reasoning here alone. */
export const openaiResponsesProvider: Provider = {
  id: ID,
  label: LABEL,
  officialBaseUrl: OFFICIAL_BASE_URL,
  needsKey: true,
  knownModels: OPENAI_MODELS,
  stream,
  async listModels(connection, signal) {
    try {
      const models = await listOpenAiModels({ connection, officialBaseUrl: OFFICIAL_BASE_URL }, signal)
      return models.map(model => ({ ...model, capabilities: { ...model.capabilities, reasoning: isReasoningModel(model.id) } }))
    }
    catch (error) {
      signal.throwIfAborted()
      throw toProviderError(error, LABEL)
    }
  },
}
