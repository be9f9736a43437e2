import { rememberByConnection } from '../kit/request/remember-by-connection'
import { composeRequestBody } from '../kit/request/request-body'
import { createTransport } from '../kit/stream/vendor-transport'
import type { Provider } from '../provider'
import { listOpenAiModels, OFFICIAL_BASE_URL, postToOpenAi } from './client'
import { declareEnvironment } from './environment'
import { toProviderError } from './errors'
import { chooseProfile, SERVER_PROFILES } from './profiles'
import { toWireRequest } from './request'
import { findServerSupport } from './server-support'
import { ChatReader } from './stream'
import { TOOL_TARGETS } from './tools'

const LABEL = 'OpenAI-compatible'
const profileOf = rememberByConnection(chooseProfile)

const transport = createTransport({
  id: 'openai-chat',
  label: LABEL,
  officialBaseUrl: OFFICIAL_BASE_URL,
  toWireRequest: (request, origin, connection) => toWireRequest(request, origin, profileOf(connection)),
  compose: (wire, toolsText) => ({ body: composeRequestBody(wire, { tools: toolsText }) }),
  post: request => postToOpenAi({ ...request, path: '/chat/completions' }),
  framing: 'sse',
  createReader: (context, emit) => new ChatReader(context, emit),
  toError: toProviderError,
  sealed: {
    fields: ['signature', 'thought_signature', 'encrypted_content', 'reasoning_content', 'reasoning_details'],
    argumentsField: 'arguments',
  },
  listModels: listOpenAiModels,
})

/** Every server that speaks OpenAI's chat dialect: Ollama, llama.cpp, vLLM, OpenRouter and many more. */
export const openaiChatProvider: Provider = {
  ...transport,
  setup: {
    kind: 'openai-compatible',
    kindLabel: 'OpenAI-compatible server',
    origin: 'addable',
    description: 'Ollama, llama.cpp, vLLM, OpenRouter, and others',
    ownServer: { exampleUrl: 'http://127.0.0.1:11434/v1', addressHelp: 'Include the /v1 path.' },
    environment: declareEnvironment(LABEL, 'chat'),
  },
  needsKey: false,
  // Which models a compatible server has, only that server knows.
  knownModels: [],
  toolTargets: TOOL_TARGETS,
  profiles: SERVER_PROFILES.map(({ id, label }) => ({ id, label })),
  supportOf: (model, connection) => findServerSupport(chooseProfile(connection), model),
}
