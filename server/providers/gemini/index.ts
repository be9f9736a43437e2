import { readEventStream } from '../kit/stream/event-stream'
import { readJsonMessages } from '../kit/stream/json-messages'
import { restoreArguments } from '../kit/tools/restore-arguments'
import { guardStream } from '../kit/stream/stream-guard'
import type { ModelEvent, ModelRequest, Provider, ProviderCall } from '../provider'
import { findGeminiSupport } from './capabilities'
import { composeGeminiRequest, fetchGeminiModels, OFFICIAL_BASE_URL, postToGemini } from './client'
import { toProviderError } from './errors'
import { KNOWN_GEMINI_MODELS } from './known-models'
import { readModels } from './list-models'
import { nameGemini } from './model-name'
import { toWireRequest } from './request'
import { GeminiReader } from './stream'
import { TOOL_TARGETS } from './tools'

const ID = 'gemini'
const LABEL = 'Google Gemini'

async function* stream(request: ModelRequest, { connection, signal, onRawEvent }: ProviderCall): AsyncGenerator<readonly ModelEvent[]> {
  const label = connection.name ?? LABEL
  const origin = { adapter: ID, endpoint: connection.baseUrl ?? OFFICIAL_BASE_URL, model: request.model }
  const { wire, warnings, tools } = toWireRequest(request, origin, connection.profile)
  const composed = composeGeminiRequest(request.model, wire, `[{"functionDeclarations":${tools.text}}]`)
  yield [{ type: 'request', body: composed.body }, ...warnings.map(warning => ({ type: 'warning' as const, warning }))]
  yield* guardStream({
    label,
    signal,
    open: async (transport, touch) => readEventStream(await postToGemini({ ...composed, connection, signal: transport }), { touch, onRawEvent }),
    createReader: emit => readJsonMessages(new GeminiReader({ names: tools.names, label }, restoreArguments(emit, tools))),
    toError: error => toProviderError(error, label),
  })
}

export const geminiProvider: Provider = {
  id: ID,
  label: LABEL,
  setup: {
    kind: 'gemini',
    kindLabel: LABEL,
    origin: 'addable',
    description: 'Gemini models',
    environment: { id: 'gemini', name: 'Gemini', keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'], baseUrl: 'GEMINI_BASE_URL', addressSuffices: false },
  },
  officialBaseUrl: OFFICIAL_BASE_URL,
  needsKey: true,
  knownModels: KNOWN_GEMINI_MODELS,
  toolTargets: TOOL_TARGETS,
  profiles: [{ id: 'openapi', label: 'Older schema form (OpenAPI)' }],
  nameModel: nameGemini,
  supportOf: findGeminiSupport,
  stream,
  async listModels(connection, signal) {
    try {
      return await readModels(pageToken => fetchGeminiModels(connection, { pageToken, signal }))
    }
    catch (error) {
      signal.throwIfAborted()
      throw toProviderError(error, connection.name ?? LABEL)
    }
  },
}
