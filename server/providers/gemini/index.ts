import { GoogleGenerativeAI, type GenerateContentRequest } from '@google/generative-ai'
import type { AnswerReader } from '../kit/stream/answer-reader'
import { gatherReady } from '../kit/stream/gather-ready'
import { composeRequestBody } from '../kit/request/request-body'
import { restoreArguments } from '../kit/tools/restore-arguments'
import { guardStream } from '../kit/stream/stream-guard'
import type { ModelEvent, ModelRequest, Provider, ProviderCall, ProviderConnection } from '../provider'
import { findGeminiSupport } from './capabilities'
import { toProviderError } from './errors'
import { KNOWN_GEMINI_MODELS } from './known-models'
import { listGeminiModels } from './list-models'
import { toWireRequest, type GeminiRequest } from './request'
import { GeminiReader } from './stream'
import { TOOL_TARGETS } from './tools'

const ID = 'gemini'
const LABEL = 'Google Gemini'
const OFFICIAL_BASE_URL = 'https://generativelanguage.googleapis.com'
const API_VERSION = 'v1beta'

async function* stream(request: ModelRequest, { connection, signal, onRawEvent }: ProviderCall): AsyncGenerator<readonly ModelEvent[]> {
  const label = connection.name ?? LABEL
  const origin = { adapter: ID, endpoint: connection.baseUrl ?? OFFICIAL_BASE_URL, model: request.model }
  const { wire, warnings, tools } = toWireRequest(request, origin, connection.profile)
  // The SDK writes the body itself, from the same object and so in the same words.
  const body = composeRequestBody(wire, { tools: `[{"functionDeclarations":${tools.text}}]` })
  yield [{ type: 'request', body }, ...warnings.map(warning => ({ type: 'warning' as const, warning }))]
  yield* guardStream({
    label,
    signal,
    open: async transport => gatherReady(await openStream({ model: request.model, wire, connection, signal: transport })),
    createReader: emit => tellRawEvents(new GeminiReader({ names: tools.names, label }, restoreArguments(emit, tools)), onRawEvent),
    toError: error => toProviderError(error, label),
  })
}

/** The SDK keeps the response to itself and hands on parsed chunks: only who listens pays for writing them again. */
function tellRawEvents(reader: AnswerReader, onRawEvent: ProviderCall['onRawEvent']): AnswerReader {
  if (!onRawEvent) return reader
  return {
    accept: (chunk) => {
      onRawEvent(JSON.stringify(chunk))
      return reader.accept(chunk)
    },
    finish: () => reader.finish(),
  }
}

interface OpenStream {
  readonly model: string
  readonly wire: GeminiRequest
  readonly connection: ProviderConnection
  readonly signal: AbortSignal
}

/** The SDK checks no signal that is aborted already, and sends the request all the same. */
async function openStream({ model, wire, connection, signal }: OpenStream): Promise<AsyncIterable<unknown>> {
  signal.throwIfAborted()
  const client = new GoogleGenerativeAI(connection.apiKey ?? '')
  const { baseUrl, apiVersion } = readAddress(connection)
  const body = wire as unknown as GenerateContentRequest // The SDK's types are older than the fields it passes on.
  const result = await client.getGenerativeModel({ model }, { baseUrl, apiVersion }).generateContentStream(body, { signal })
  // Its joined answer loses signatures and doubles calls, so nobody reads it; unread, a broken stream would end the process.
  result.response.catch(() => {})
  return result.stream
}

/** People paste the address with or without its version. */
function readAddress({ baseUrl = OFFICIAL_BASE_URL }: ProviderConnection): { baseUrl: string, apiVersion: string } {
  const [, root, version] = /^(.*?)(?:\/(v\d\w*))?\/*$/.exec(baseUrl) ?? []
  return { baseUrl: root ?? baseUrl, apiVersion: version ?? API_VERSION }
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
  supportOf: findGeminiSupport,
  stream,
  async listModels(connection, signal) {
    const { baseUrl, apiVersion } = readAddress(connection)
    try {
      return await listGeminiModels({ address: `${baseUrl}/${apiVersion}`, apiKey: connection.apiKey ?? '', label: connection.name ?? LABEL, signal })
    }
    catch (error) {
      signal.throwIfAborted()
      throw toProviderError(error, connection.name ?? LABEL)
    }
  },
}
