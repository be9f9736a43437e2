import { createTransport } from '../kit/stream/vendor-transport'
import type { Provider } from '../provider'
import { findGeminiSupport } from './capabilities'
import { composeGeminiRequest, fetchGeminiModels, OFFICIAL_BASE_URL, postToGemini } from './client'
import { toProviderError } from './errors'
import { KNOWN_GEMINI_MODELS } from './known-models'
import { readModels } from './list-models'
import { nameGemini } from './model-name'
import { toWireRequest } from './request'
import { GeminiReader } from './stream'
import { TOOL_TARGETS } from './tools'

const LABEL = 'Google Gemini'

const transport = createTransport({
  id: 'gemini',
  label: LABEL,
  officialBaseUrl: OFFICIAL_BASE_URL,
  toWireRequest: (request, origin, { profile }) => toWireRequest(request, origin, profile),
  compose: (wire, toolsText, model) => composeGeminiRequest(model, wire, `[{"functionDeclarations":${toolsText}}]`),
  post: postToGemini,
  framing: 'sse',
  createReader: (context, emit) => new GeminiReader(context, emit),
  toError: toProviderError,
  sealed: { fields: ['thoughtSignature'], argumentsField: 'args' },
  listModels: (connection, signal) => readModels(pageToken => fetchGeminiModels(connection, { pageToken, signal })),
})

export const geminiProvider: Provider = {
  ...transport,
  setup: {
    kind: 'gemini',
    kindLabel: LABEL,
    origin: 'addable',
    description: 'Gemini models',
    environment: {
      id: 'gemini', name: 'Gemini', keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'], baseUrl: 'GEMINI_BASE_URL', addressSuffices: false,
    },
  },
  needsKey: true,
  knownModels: KNOWN_GEMINI_MODELS,
  toolTargets: TOOL_TARGETS,
  profiles: [{ id: 'openapi', label: 'Older schema form (OpenAPI)' }],
  nameModel: nameGemini,
  supportOf: findGeminiSupport,
}
