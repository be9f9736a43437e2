import { z } from 'zod'

/** An item of the answer, kept whole: it goes back as it came. */
export const outputItemSchema = z.looseObject({
  type: z.string(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
  content: z.unknown().optional(),
})
export type OutputItem = z.infer<typeof outputItemSchema>

const usageSchema = z.looseObject({
  input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
  input_tokens_details: z.looseObject({ cached_tokens: z.number().nullish(), cache_write_tokens: z.number().nullish() }).nullish(),
  output_tokens_details: z.looseObject({ reasoning_tokens: z.number().nullish() }).nullish(),
})
export type ResponseUsage = z.infer<typeof usageSchema>

const responseSchema = z.looseObject({
  status: z.string().nullish(),
  error: z.looseObject({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
  output: z.array(outputItemSchema).nullish(),
  usage: usageSchema.nullish(),
})
export type FinalResponse = z.infer<typeof responseSchema>

const place = { output_index: z.number() }

/** The events that are read; every other type is none of ours. Deltas lack the `call_id`: `output_index` is the key. */
export const responseEventSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('response.output_text.delta'), delta: z.string() }),
  z.looseObject({ type: z.literal('response.refusal.delta'), delta: z.string() }),
  z.looseObject({ type: z.literal('response.reasoning_summary_text.delta'), delta: z.string(), summary_index: z.number().optional(), ...place }),
  z.looseObject({ type: z.literal('response.reasoning_text.delta'), delta: z.string() }),
  z.looseObject({ type: z.literal('response.output_item.added'), item: outputItemSchema, ...place }),
  z.looseObject({ type: z.literal('response.function_call_arguments.delta'), delta: z.string(), ...place }),
  z.looseObject({ type: z.literal('response.output_item.done'), item: outputItemSchema, ...place }),
  z.looseObject({ type: z.literal('response.completed'), response: responseSchema }),
  z.looseObject({ type: z.literal('response.incomplete'), response: responseSchema }),
  z.looseObject({ type: z.literal('response.failed'), response: responseSchema }),
  z.looseObject({ type: z.literal('error'), code: z.string().nullish(), message: z.string().nullish() }),
])
export type ResponseEvent = z.infer<typeof responseEventSchema>

export const READ_EVENT_TYPES: ReadonlySet<string> = new Set(responseEventSchema.options.map(option => option.shape.type.value))
