import { askOnceMore } from '../kit/request/ask-once-more'
import { readEventStream } from '../kit/stream/event-stream'
import { readJsonMessages } from '../kit/stream/json-messages'
import { composeRequestBody } from '../kit/request/request-body'
import { restoreArguments } from '../kit/tools/restore-arguments'
import { guardStream } from '../kit/stream/stream-guard'
import type { ModelEvent, ModelRequest, Provider, ProviderCall } from '../provider'
import { fetchAnthropicModels, OFFICIAL_BASE_URL, postToAnthropic } from './client'
import { toProviderError } from './errors'
import { findClaudeSupport, KNOWN_MODELS } from './model-family'
import { readModels } from './model-list'
import { nameClaude } from './model-name'
import { toWireRequest } from './request'
import { AnthropicReader } from './stream'
import { TOOL_TARGETS } from './tools'
import { leaveOutThinking, stopThinking } from './without-thinking'

const ID = 'anthropic'
const LABEL = 'Anthropic'

async function* stream(request: ModelRequest, { connection, signal, onRawEvent }: ProviderCall): AsyncGenerator<readonly ModelEvent[]> {
  const label = connection.name ?? LABEL
  const origin = { adapter: ID, endpoint: connection.baseUrl ?? OFFICIAL_BASE_URL, model: request.model }
  const { wire, warnings, tools } = toWireRequest(request, origin)
  const toBody = (sent: typeof wire) => composeRequestBody(sent, { tools: tools.text })
  const body = toBody(wire)
  yield [{ type: 'request', body }, ...warnings.map(warning => ({ type: 'warning' as const, warning }))]
  const withoutThinking = () => toWireRequest({ ...request, reasoningEffort: undefined }, origin).wire
  const mend = (sent: typeof wire, fault: object) => leaveOutThinking(sent, fault) ?? stopThinking(sent, fault, withoutThinking)
  yield* askOnceMore({ wire, body, toBody, mend, ask: sent => guardStream({
    label,
    signal,
    open: async (transport, touch) => readEventStream(await postToAnthropic({ connection, body: sent, signal: transport }), { touch, onRawEvent }),
    createReader: emit => readJsonMessages(new AnthropicReader({ names: tools.names, label }, restoreArguments(emit, tools))),
    toError: error => toProviderError(error, label),
  }) })
}

export const anthropicProvider: Provider = {
  id: ID,
  label: LABEL,
  setup: {
    kind: 'anthropic',
    kindLabel: LABEL,
    origin: 'addable',
    description: 'Claude models',
    environment: { id: 'anthropic', name: LABEL, keys: ['ANTHROPIC_API_KEY'], baseUrl: 'ANTHROPIC_BASE_URL', addressSuffices: false },
  },
  officialBaseUrl: OFFICIAL_BASE_URL,
  needsKey: true,
  knownModels: KNOWN_MODELS,
  toolTargets: TOOL_TARGETS,
  profiles: [],
  nameModel: nameClaude,
  supportOf: findClaudeSupport,
  stream,
  async listModels(connection, signal) {
    try {
      return await readModels(afterId => fetchAnthropicModels(connection, { afterId, signal }))
    }
    catch (error) {
      signal.throwIfAborted()
      throw toProviderError(error, connection.name ?? LABEL)
    }
  },
}
