import { z } from 'zod'
import { createProtocolError } from '../kit/faults/provider-error'
import { socketFetch } from '../kit/request/socket-fetch'
import type { ModelInfo } from '../provider'

/** More than any vendor has; a server whose pages never end must not keep us. */
const MAX_PAGES = 10

const pageSchema = z.looseObject({
  nextPageToken: z.string().nullish(),
  models: z.array(z.looseObject({
    name: z.string(),
    displayName: z.string().optional(),
    inputTokenLimit: z.number().optional(),
    thinking: z.boolean().optional(),
    supportedGenerationMethods: z.array(z.string()).optional(),
  })).default([]),
})

interface ModelList {
  readonly address: string
  readonly apiKey: string
  readonly label: string
  readonly signal: AbortSignal
}

/** Asked by hand: the SDK has no call for it. Throws whatever the vendor said, with its HTTP status. */
export async function listGeminiModels(list: ModelList): Promise<ModelInfo[]> {
  const models: ModelInfo[] = []
  let token: string | null | undefined
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const page = await fetchPage(list, token)
    models.push(...page.models.filter(model => model.supportedGenerationMethods?.includes('generateContent') ?? true).map(toModelInfo))
    token = page.nextPageToken
    if (!token) break
  }
  return models
}

type Page = z.infer<typeof pageSchema>

async function fetchPage({ address, apiKey, label, signal }: ModelList, token: string | null | undefined): Promise<Page> {
  const query = `pageSize=1000${token ? `&pageToken=${encodeURIComponent(token)}` : ''}`
  const response = await socketFetch(`${address}/models?${query}`, { headers: { 'x-goog-api-key': apiKey }, signal })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw readFault(body, response.status)
  const { data: page, error } = pageSchema.safeParse(body)
  if (!page) throw createProtocolError(label, { what: 'answered with a list of models that cannot be read', cause: error })
  return page
}

function toModelInfo(model: Page['models'][number]): ModelInfo {
  const id = model.name.replace(/^models\//, '')
  return {
    id,
    name: model.displayName ?? id,
    ...(model.inputTokenLimit !== undefined && { contextWindow: model.inputTokenLimit }),
    capabilities: { tools: /^gemini/.test(id) && !/image|tts|embedding/.test(id), images: /^gemini/.test(id), reasoning: model.thinking ?? false },
  }
}

function readFault(body: unknown, status: number): unknown {
  const fault = z.looseObject({ error: z.looseObject({}) }).safeParse(Array.isArray(body) ? body[0] : body)
  return { ...fault.data?.error, status }
}
