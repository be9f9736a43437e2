import { guardStream } from '../kit/stream-guard'
import type { ModelEvent, ModelRequest, Provider, ProviderCall } from '../provider'
import { createOpenAiClient, listOpenAiModels } from './client'
import { toProviderError } from './errors'
import { SERVER_PROFILES } from './profiles'
import { toWireRequest } from './request'
import { fromWireStream } from './stream'
import { TOOL_TARGET } from './tools'

const ID = 'openai-chat'
const LABEL = 'OpenAI-compatible'
const OFFICIAL_BASE_URL = 'https://api.openai.com/v1'

async function* stream(request: ModelRequest, { connection, signal }: ProviderCall): AsyncGenerator<readonly ModelEvent[]> {
  const origin = { adapter: ID, endpoint: connection.baseUrl ?? OFFICIAL_BASE_URL, model: request.model }
  const { wire, warnings, names } = toWireRequest(request, origin)
  yield [{ type: 'request', body: JSON.stringify(wire) }, ...warnings.map(warning => ({ type: 'warning' as const, warning }))]
  const chunks = guardStream({
    label: LABEL,
    signal,
    open: (transport, touch) =>
      createOpenAiClient({ connection, officialBaseUrl: OFFICIAL_BASE_URL, touch }).chat.completions.create(wire, { signal: transport }),
    // Not the last chunk: usage may follow. Typed as the book has it; servers send choices that are missing or empty.
    isTerminal: chunk => Boolean(chunk?.choices?.[0]?.finish_reason),
    toError: error => toProviderError(error, LABEL),
  })
  const declaredNames = new Set(request.tools.map(tool => names.toWire(tool.name)))
  for await (const event of fromWireStream(chunks, { names, declaredNames, label: LABEL })) yield [event]
}

/** Every server that speaks OpenAI's chat dialect: Ollama, llama.cpp, vLLM, OpenRouter and many more. */
export const openaiChatProvider: Provider = {
  id: ID,
  label: LABEL,
  officialBaseUrl: OFFICIAL_BASE_URL,
  needsKey: false,
  // Which models a compatible server has, only that server knows.
  knownModels: [],
  toolTargets: [TOOL_TARGET],
  profiles: SERVER_PROFILES.map(({ id, label }) => ({ id, label })),
  stream,
  async listModels(connection, signal) {
    try {
      return await listOpenAiModels({ connection, officialBaseUrl: OFFICIAL_BASE_URL }, signal)
    }
    catch (error) {
      signal.throwIfAborted()
      throw toProviderError(error, LABEL)
    }
  },
}
