import { composeRequestBody } from '../kit/request/request-body'
import { createTransport } from '../kit/stream/vendor-transport'
import { listOpenAiModels, OFFICIAL_BASE_URL, postToOpenAi } from '../openai-chat/client'
import { declareEnvironment } from '../openai-chat/environment'
import { toProviderError } from '../openai-chat/errors'
import { nameGpt } from '../openai-chat/openai-model-name'
import { findOpenAiSupport, isReasoningModel } from '../openai-chat/openai-models'
import type { Provider } from '../provider'
import { OPENAI_MODELS } from './known-models'
import { toWireRequest } from './request'
import { ResponsesReader } from './stream'
import { TOOL_TARGETS } from './tools'
import { leaveOutReasoning } from './without-reasoning'

const LABEL = 'OpenAI'

const transport = createTransport({
  id: 'openai-responses',
  label: LABEL,
  officialBaseUrl: OFFICIAL_BASE_URL,
  toWireRequest,
  compose: (wire, toolsText) => ({ body: composeRequestBody(wire, { tools: toolsText }) }),
  post: request => postToOpenAi({ ...request, path: '/responses' }),
  framing: 'sse',
  createReader: (context, emit) => new ResponsesReader(context, emit),
  toError: toProviderError,
  sealed: { fields: ['encrypted_content'], argumentsField: 'arguments' },
  repair: leaveOutReasoning,
  async listModels(connection, signal) {
    const models = await listOpenAiModels(connection, signal)
    return models.map(model => ({ ...model, capabilities: { ...model.capabilities, reasoning: isReasoningModel(model.id) } }))
  },
})

/** OpenAI's own service: its newer models take tools beside reasoning here alone. */
export const openaiResponsesProvider: Provider = {
  ...transport,
  setup: {
    kind: 'openai',
    kindLabel: LABEL,
    origin: 'addable',
    description: 'GPT models',
    environment: declareEnvironment(LABEL, 'responses'),
  },
  needsKey: true,
  knownModels: OPENAI_MODELS,
  toolTargets: TOOL_TARGETS,
  profiles: [],
  nameModel: nameGpt,
  supportOf: findOpenAiSupport,
}
