import OpenAI from 'openai'
import { z } from 'zod'
import { rememberByConnection } from '../kit/request/remember-by-connection'
import { type BodyPieces, openPieces, socketFetch } from '../kit/request/socket-fetch'
import type { ModelInfo, ProviderConnection } from '../provider'
import { chooseProfile } from './profiles'

/** The SDK refuses to start without a key; servers on the local network ignore the one they get. */
const NO_KEY = 'no-key-needed'
export const OFFICIAL_BASE_URL = 'https://api.openai.com/v1'

/** All that it would take from the environment is given, so that it reads nothing there but `OPENAI_CUSTOM_HEADERS`. */
const findOpenAiClient = rememberByConnection((connection: ProviderConnection): OpenAI => {
  const apiKey = connection.apiKey || NO_KEY
  return new OpenAI({
    apiKey,
    adminAPIKey: null,
    baseURL: connection.baseUrl ?? OFFICIAL_BASE_URL,
    organization: null,
    project: null,
    webhookSecret: null,
    // Azure takes the key in a header of its own.
    ...(chooseProfile(connection).auth === 'api-key' && { defaultHeaders: { 'authorization': null, 'api-key': apiKey } }),
    // Whether to try again is decided where the run is known.
    maxRetries: 0,
    fetch: socketFetch,
    // The SDK would print request bodies and broken answers.
    logLevel: 'off',
  })
})

interface PostRequest {
  readonly connection: ProviderConnection
  /** Below the base URL, such as `/responses`. */
  readonly path: string
  /** JSON text. */
  readonly body: string
  readonly signal: AbortSignal
}

/** Sends a request and answers with the body as it comes; an HTTP error is thrown as the SDK's error class. */
export async function postToOpenAi({ connection, path, body, signal }: PostRequest): Promise<BodyPieces> {
  // The SDK accepts text as a body only with a content type.
  const response = await findOpenAiClient(connection)
    .post(path, { body, headers: { 'content-type': 'application/json' }, signal, stream: true })
    .asResponse()
  return openPieces(response)
}

const models = z.array(z.object({ id: z.string() }))
/** A list alone is Together's form. The SDK would read an empty list out of anything else, such as the page of a website. */
const modelListSchema = z.union([z.object({ data: models }).transform(({ data }) => data), models])

/**
 * Servers name their models and say nothing else about them, so a model is taken to be able until it refuses. Throws a
 * `SyntaxError` for an answer that is no list of models.
 */
export async function listOpenAiModels(connection: ProviderConnection, signal: AbortSignal): Promise<ModelInfo[]> {
  const response = await findOpenAiClient(connection).models.list({ signal }).asResponse()
  const { data: listed, error } = modelListSchema.safeParse(JSON.parse(await response.text()))
  if (!listed) throw new SyntaxError('The answer is no list of models.', { cause: error })
  return listed.map(({ id }) => ({ id, name: id, capabilities: { tools: true, images: true, reasoning: false } }))
}
