import { rememberByConnection } from '../kit/request/remember-by-connection'
import { readEventStream } from '../kit/stream/event-stream'
import { readJsonMessages } from '../kit/stream/json-messages'
import { composeRequestBody } from '../kit/request/request-body'
import { restoreArguments } from '../kit/tools/restore-arguments'
import { guardStream } from '../kit/stream/stream-guard'
import type { ModelEvent, ModelRequest, Provider, ProviderCall } from '../provider'
import { listOpenAiModels, OFFICIAL_BASE_URL, postToOpenAi } from './client'
import { declareEnvironment } from './environment'
import { toProviderError } from './errors'
import { chooseProfile, SERVER_PROFILES } from './profiles'
import { toWireRequest } from './request'
import { findServerSupport } from './server-support'
import { ChatReader } from './stream'
import { TOOL_TARGETS } from './tools'

const ID = 'openai-chat'
const LABEL = 'OpenAI-compatible'
const profileOf = rememberByConnection(chooseProfile)

async function* stream(request: ModelRequest, { connection, signal, onRawEvent }: ProviderCall): AsyncGenerator<readonly ModelEvent[]> {
  const label = connection.name ?? LABEL
  const origin = { adapter: ID, endpoint: connection.baseUrl ?? OFFICIAL_BASE_URL, model: request.model }
  const { wire, warnings, tools } = toWireRequest(request, origin, profileOf(connection))
  const body = composeRequestBody(wire, { tools: tools.text })
  yield [{ type: 'request', body }, ...warnings.map(warning => ({ type: 'warning' as const, warning }))]
  yield* guardStream({
    label,
    signal,
    open: async (transport, touch) => readEventStream(await postToOpenAi({ connection, path: '/chat/completions', body, signal: transport }), { touch, onRawEvent }),
    createReader: emit => readJsonMessages(new ChatReader({ names: tools.names, label }, restoreArguments(emit, tools))),
    toError: error => toProviderError(error, label),
  })
}

/** Every server that speaks OpenAI's chat dialect: Ollama, llama.cpp, vLLM, OpenRouter and many more. */
export const openaiChatProvider: Provider = {
  id: ID,
  label: LABEL,
  setup: {
    kind: 'openai-compatible',
    kindLabel: 'OpenAI-compatible server',
    origin: 'addable',
    description: 'Ollama, llama.cpp, vLLM, OpenRouter and the like',
    ownServer: { exampleUrl: 'http://127.0.0.1:11434/v1', addressHelp: 'Where the server answers, with /v1.' },
    environment: declareEnvironment(LABEL, 'chat'),
  },
  officialBaseUrl: OFFICIAL_BASE_URL,
  needsKey: false,
  // Which models a compatible server has, only that server knows.
  knownModels: [],
  toolTargets: TOOL_TARGETS,
  profiles: SERVER_PROFILES.map(({ id, label }) => ({ id, label })),
  supportOf: (model, connection) => findServerSupport(chooseProfile(connection), model),
  stream,
  async listModels(connection, signal) {
    try {
      return await listOpenAiModels(connection, signal)
    }
    catch (error) {
      signal.throwIfAborted()
      throw toProviderError(error, connection.name ?? LABEL)
    }
  },
}
