import { z } from 'zod'
import type { ModelInfo } from '../provider'

/** More than any vendor has; a server whose pages never end must not keep us. */
const MAX_PAGES = 10

const supported = z.looseObject({ supported: z.boolean() }).nullish().catch(undefined)
/** Older versions of the interface, and most proxies, say only the id. */
const modelSchema = z.looseObject({
  id: z.string(),
  display_name: z.string().nullish(),
  lifecycle: z.string().nullish(),
  max_input_tokens: z.number().int().positive().nullish().catch(undefined),
  capabilities: z.looseObject({ image_input: supported, thinking: supported }).nullish().catch(undefined),
})

/** The SDK takes a page that it cannot read for an empty one, so the form is checked here. */
const pageSchema = z.looseObject({ data: z.array(z.unknown()), has_more: z.boolean().nullish(), last_id: z.string().nullish() })

/**
 * The vendor's list, newest first as it comes; a capability it does not speak of is taken to be there. Throws a
 * `SyntaxError` for an answer that is no list of models.
 */
export async function readModels(fetchPage: (afterId?: string) => PromiseLike<unknown>): Promise<readonly ModelInfo[]> {
  const listed: ModelInfo[] = []
  let afterId: string | undefined
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const { data: page, error } = pageSchema.safeParse(await fetchPage(afterId))
    if (!page) throw new SyntaxError('The answer is no list of models.', { cause: error })
    listed.push(...page.data.flatMap(readModel))
    if (!page.has_more || !page.last_id) break
    afterId = page.last_id
  }
  return listed
}

function readModel(raw: unknown): readonly ModelInfo[] {
  const { data: model } = modelSchema.safeParse(raw)
  return model && model.lifecycle !== 'retired' ? [toModelInfo(model)] : []
}

function toModelInfo({ id, display_name: name, max_input_tokens: contextWindow, capabilities }: z.infer<typeof modelSchema>): ModelInfo {
  return {
    id,
    name: name || id,
    ...(contextWindow && { contextWindow }),
    capabilities: {
      tools: true,
      images: capabilities?.image_input?.supported ?? true,
      reasoning: capabilities?.thinking?.supported ?? true,
    },
  }
}
