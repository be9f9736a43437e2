import { z } from 'zod'
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
type ListedModel = z.infer<typeof pageSchema>['models'][number]

/** The models that can chat, as the vendor lists them. Throws a `SyntaxError` for an answer that is no list of models. */
export async function readModels(fetchPage: (pageToken?: string) => PromiseLike<unknown>): Promise<readonly ModelInfo[]> {
  const models: ModelInfo[] = []
  let pageToken: string | undefined
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const { data: page, error } = pageSchema.safeParse(await fetchPage(pageToken))
    if (!page) throw new SyntaxError('The answer is no list of models.', { cause: error })
    models.push(...page.models.filter(model => model.supportedGenerationMethods?.includes('generateContent') ?? true).map(toModelInfo))
    if (!page.nextPageToken) break
    pageToken = page.nextPageToken
  }
  return models
}

function toModelInfo(model: ListedModel): ModelInfo {
  const id = model.name.replace(/^models\//, '')
  return {
    id,
    name: model.displayName ?? id,
    ...(model.inputTokenLimit !== undefined && { contextWindow: model.inputTokenLimit }),
    capabilities: {
      tools: /^gemini/.test(id) && !/image|tts|embedding/.test(id), images: /^gemini/.test(id), reasoning: model.thinking ?? false,
    },
  }
}
