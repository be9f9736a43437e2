import { askOnceMore } from '../kit/request/ask-once-more'
import { readEventStream } from '../kit/stream/event-stream'
import { readJsonMessages } from '../kit/stream/json-messages'
import { composeRequestBody } from '../kit/request/request-body'
import { restoreArguments } from '../kit/tools/restore-arguments'
import { guardStream } from '../kit/stream/stream-guard'
import { listOpenAiModels, OFFICIAL_BASE_URL, postToOpenAi } from '../openai-chat/client'
import { declareEnvironment } from '../openai-chat/environment'
import { toProviderError } from '../openai-chat/errors'
import { nameGpt } from '../openai-chat/openai-model-name'
import { findOpenAiSupport, isReasoningModel } from '../openai-chat/openai-models'
import type { ModelEvent, ModelRequest, Provider, ProviderCall } from '../provider'
import { OPENAI_MODELS } from './known-models'
import { toWireRequest } from './request'
import { ResponsesReader } from './stream'
import { TOOL_TARGETS } from './tools'
import { leaveOutReasoning } from './without-reasoning'

const ID = 'openai-responses'
const LABEL = 'OpenAI'

async function* stream(request: ModelRequest, { connection, signal, onRawEvent }: ProviderCall): AsyncGenerator<readonly ModelEvent[]> {
  const label = connection.name ?? LABEL
  const origin = { adapter: ID, endpoint: connection.baseUrl ?? OFFICIAL_BASE_URL, model: request.model }
  const { wire, warnings, tools } = toWireRequest(request, origin)
  const toBody = (sent: typeof wire) => composeRequestBody(sent, { tools: tools.text })
  const body = toBody(wire)
  yield [{ type: 'request', body }, ...warnings.map(warning => ({ type: 'warning' as const, warning }))]
  yield* askOnceMore({ wire, body, toBody, mend: leaveOutReasoning, ask: sent => guardStream({
    label,
    signal,
    open: async (transport, touch) => readEventStream(await postToOpenAi({ connection, path: '/responses', body: sent, signal: transport }), { touch, onRawEvent }),
    createReader: emit => readJsonMessages(new ResponsesReader({ names: tools.names, label }, restoreArguments(emit, tools))),
    toError: error => toProviderError(error, label),
  }) })
}

/** OpenAI's own service: its newer models take tools beside reasoning here alone. */
export const openaiResponsesProvider: Provider = {
  id: ID,
  label: LABEL,
  setup: {
    kind: 'openai',
    kindLabel: LABEL,
    origin: 'addable',
    description: 'GPT models',
    environment: declareEnvironment(LABEL, 'responses'),
  },
  officialBaseUrl: OFFICIAL_BASE_URL,
  needsKey: true,
  knownModels: OPENAI_MODELS,
  toolTargets: TOOL_TARGETS,
  profiles: [],
  nameModel: nameGpt,
  supportOf: findOpenAiSupport,
  stream,
  async listModels(connection, signal) {
    try {
      const models = await listOpenAiModels(connection, signal)
      return models.map(model => ({ ...model, capabilities: { ...model.capabilities, reasoning: isReasoningModel(model.id) } }))
    }
    catch (error) {
      signal.throwIfAborted()
      throw toProviderError(error, connection.name ?? LABEL)
    }
  },
}
