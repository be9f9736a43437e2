import { z } from 'zod'
import type { ModelInfo } from '../provider'

/** More than any vendor has; a server whose pages never end must not keep us. */
const MAX_MODELS = 500

const supported = z.looseObject({ supported: z.boolean() }).nullish().catch(undefined)
/** Older versions of the interface, and most proxies, say only the id. */
const modelSchema = z.looseObject({
  id: z.string(),
  display_name: z.string().nullish(),
  lifecycle: z.string().nullish(),
  max_input_tokens: z.number().int().positive().nullish().catch(undefined),
  capabilities: z.looseObject({ image_input: supported, thinking: supported }).nullish().catch(undefined),
})

/** The vendor's list, newest first as it comes; a capability it does not speak of is taken to be there. */
export async function readModels(models: AsyncIterable<unknown>): Promise<readonly ModelInfo[]> {
  const listed: ModelInfo[] = []
  for await (const raw of models) {
    if (listed.length === MAX_MODELS) break
    const model = modelSchema.safeParse(raw)
    if (model.success && model.data.lifecycle !== 'retired') listed.push(toModelInfo(model.data))
  }
  return listed
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
