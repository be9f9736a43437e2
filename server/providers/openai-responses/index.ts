import { guardStream } from '../kit/stream-guard'
import { createOpenAiClient, listOpenAiModels } from '../openai-chat/client'
import { toProviderError } from '../openai-chat/errors'
import type { ModelEvent, ModelRequest, Provider, ProviderCall } from '../provider'
import { OPENAI_MODELS } from './known-models'
import { isReasoningModel } from './reasoning-model'
import { toWireRequest } from './request'
import { fromWireStream } from './stream'
import { TOOL_TARGET } from './tools'

const ID = 'openai-responses'
const LABEL = 'OpenAI'
const OFFICIAL_BASE_URL = 'https://api.openai.com/v1'
const TERMINAL_EVENTS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed', 'error'])

async function* stream(request: ModelRequest, { connection, signal }: ProviderCall): AsyncGenerator<readonly ModelEvent[]> {
  const origin = { adapter: ID, endpoint: connection.baseUrl ?? OFFICIAL_BASE_URL, model: request.model }
  const { wire, warnings, names } = toWireRequest(request, origin)
  yield [{ type: 'request', body: JSON.stringify(wire) }, ...warnings.map(warning => ({ type: 'warning' as const, warning }))]
  const events = guardStream({
    label: LABEL,
    signal,
    open: (transport, touch) =>
      createOpenAiClient({ connection, officialBaseUrl: OFFICIAL_BASE_URL, touch }).responses.create(wire, { signal: transport }),
    isTerminal: event => TERMINAL_EVENTS.has(event.type),
    toError: error => toProviderError(error, LABEL),
  })
  for await (const event of fromWireStream(events, { names, label: LABEL })) yield [event]
}

/** OpenAI's own service: its newer models take tools beside reasoning here alone. */
export const openaiResponsesProvider: Provider = {
  id: ID,
  label: LABEL,
  officialBaseUrl: OFFICIAL_BASE_URL,
  needsKey: true,
  knownModels: OPENAI_MODELS,
  toolTargets: [TOOL_TARGET],
  profiles: [],
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
