import { composeRequestBody } from '../kit/request/request-body'
import { createTransport } from '../kit/stream/vendor-transport'
import type { Provider } from '../provider'
import { fetchAnthropicModels, OFFICIAL_BASE_URL, postToAnthropic } from './client'
import { toProviderError } from './errors'
import { findClaudeSupport, KNOWN_MODELS } from './model-family'
import { readModels } from './model-list'
import { nameClaude } from './model-name'
import { toWireRequest } from './request'
import { AnthropicReader } from './stream'
import { TOOL_TARGETS } from './tools'
import { leaveOutThinking, stopThinking } from './without-thinking'

const LABEL = 'Anthropic'

const transport = createTransport({
  id: 'anthropic',
  label: LABEL,
  officialBaseUrl: OFFICIAL_BASE_URL,
  toWireRequest,
  compose: (wire, toolsText) => ({ body: composeRequestBody(wire, { tools: toolsText }) }),
  post: postToAnthropic,
  framing: 'sse',
  createReader: (context, emit) => new AnthropicReader(context, emit),
  toError: toProviderError,
  sealed: { fields: ['signature'], argumentsField: 'input' },
  repair: (wire, error, translateAgain) => (
    leaveOutThinking(wire, error) ?? stopThinking(wire, error, () => translateAgain({ reasoningEffort: undefined }))
  ),
  listModels: (connection, signal) => readModels(afterId => fetchAnthropicModels(connection, { afterId, signal })),
})

export const anthropicProvider: Provider = {
  ...transport,
  setup: {
    kind: 'anthropic',
    kindLabel: LABEL,
    origin: 'addable',
    description: 'Claude models',
    environment: { id: 'anthropic', name: LABEL, keys: ['ANTHROPIC_API_KEY'], baseUrl: 'ANTHROPIC_BASE_URL', addressSuffices: false },
  },
  needsKey: true,
  knownModels: KNOWN_MODELS,
  toolTargets: TOOL_TARGETS,
  profiles: [],
  nameModel: nameClaude,
  supportOf: findClaudeSupport,
}
