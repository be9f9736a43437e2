import { GoogleGenerativeAI, GoogleGenerativeAIFetchError, type GenerativeModel, type ModelParams } from '@google/generative-ai'
import { composeRequestBody } from '../kit/request/request-body'
import { type BodyPieces, openPieces, socketFetch } from '../kit/request/socket-fetch'
import type { ProviderConnection } from '../provider'
import type { GeminiRequest } from './request'

export const OFFICIAL_BASE_URL = 'https://generativelanguage.googleapis.com'
const API_VERSION = 'v1beta'

/** A refusal over HTTP: the SDK's error class, with the headers and the body that the SDK itself would lose. */
export class GeminiHttpError extends GoogleGenerativeAIFetchError {
  constructor(status: number, readonly headers: Headers, readonly body: unknown) {
    super(`The request was refused with status ${status}.`, status)
  }
}

interface ComposedRequest {
  /** Below the address and its version, such as `models/gemini-3.8-flash:streamGenerateContent`. */
  readonly path: string
  /** JSON text. */
  readonly body: string
}

/**
 * The request as the SDK's client makes it: its name for the model, its fields in their order. The SDK has no way to take
 * a `fetch`, and its own sends the key after every redirect: so its client builds, and `postToGemini` sends.
 */
export function composeGeminiRequest(
  model: string, { contents, continuationToken, ...settings }: GeminiRequest, toolsText: string,
): ComposedRequest {
  const params = { model, ...settings } as unknown as ModelParams // the SDK's types are older than the fields it passes on
  const built: GenerativeModel = new GoogleGenerativeAI('').getGenerativeModel(params)
  const { generationConfig, safetySettings, tools, toolConfig, systemInstruction } = built
  return {
    path: `${built.model}:streamGenerateContent`,
    body: composeRequestBody({ generationConfig, safetySettings, tools, toolConfig, systemInstruction, contents, continuationToken }, {
      tools: toolsText,
    }),
  }
}

interface PostRequest extends ComposedRequest {
  readonly connection: ProviderConnection
  readonly signal: AbortSignal
}

/** Sends a request and answers with the body as it comes; an error status is thrown as a `GeminiHttpError`. */
export async function postToGemini({ connection, path, body, signal }: PostRequest): Promise<BodyPieces> {
  const headers = { 'content-type': 'application/json', ...keyOf(connection) }
  const response = await socketFetch(`${toAddress(connection)}/${path}?alt=sse`, { method: 'POST', headers, body, signal })
  if (!response.ok) throw await readHttpError(response)
  return openPieces(response)
}

/** One page of the vendor's list, as it came; the SDK has no call for it. */
export async function fetchGeminiModels(
  connection: ProviderConnection, { pageToken, signal }: { readonly pageToken?: string, readonly signal: AbortSignal },
): Promise<unknown> {
  const query = new URLSearchParams({ pageSize: '1000', ...(pageToken !== undefined && { pageToken }) })
  const response = await socketFetch(`${toAddress(connection)}/models?${query}`, { headers: keyOf(connection), signal })
  if (!response.ok) throw await readHttpError(response)
  return JSON.parse(await response.text())
}

function keyOf({ apiKey = '' }: ProviderConnection): { readonly 'x-goog-api-key': string } {
  return { 'x-goog-api-key': apiKey }
}

/** People paste the address with or without its version. */
function toAddress({ baseUrl = OFFICIAL_BASE_URL }: ProviderConnection): string {
  const address = baseUrl.replace(/\/+$/, '')
  return /\/v\d\w*$/.test(address) ? address : `${address}/${API_VERSION}`
}

/** A proxy may answer with a page or in plain words. */
async function readHttpError(response: Response): Promise<GeminiHttpError> {
  const text = await response.text()
  return new GeminiHttpError(response.status, response.headers, parseLoosely(text))
}

function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    // Words: they are the message.
    return { message: text }
  }
}
