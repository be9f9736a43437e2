import { z } from 'zod'
import { tokenCountSchema } from '../kit/stream/token-count'

const callForm = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
  status: z.string().nullish(),
})
export type CallItem = z.infer<typeof callForm>

const messageForm = z.looseObject({
  type: z.literal('message'),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() })),
})
export type MessageItem = z.infer<typeof messageForm>

/** Other kinds may bear the same fields in another form: a tool search has an object for its arguments. */
const outputItemForm = z.looseObject({ type: z.string() }).refine(item => item.type !== 'function_call' || callForm.safeParse(item).success)
export type OutputItem = z.infer<typeof outputItemForm>

export function isCall(item: OutputItem): item is CallItem {
  return item.type === 'function_call'
}

export function isMessage(item: OutputItem): item is MessageItem {
  return messageForm.safeParse(item).success
}

/** An item of the answer, kept whole and with its keys in their order: it goes back as it came. */
const outputItemSchema = z.custom<OutputItem>(item => outputItemForm.safeParse(item).success)

/** Counts that cannot be read are not worth an answer. */
const usageSchema = z.object({
  input_tokens: tokenCountSchema.nullish(),
  output_tokens: tokenCountSchema.nullish(),
  input_tokens_details: z.object({ cached_tokens: tokenCountSchema.nullish(), cache_write_tokens: tokenCountSchema.nullish() }).nullish(),
  output_tokens_details: z.object({ reasoning_tokens: tokenCountSchema.nullish() }).nullish(),
})
export type ResponseUsage = z.infer<typeof usageSchema>

/** The service has words for codes, gateways have numbers. */
const errorCode = z.union([z.string(), z.number()]).nullish()
const errorSchema = z.object({ code: errorCode, message: z.string().nullish() }).nullish()

const responseSchema = z.object({
  status: z.string().nullish(),
  error: errorSchema,
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(outputItemSchema).nullish(),
  usage: usageSchema.nullish().catch(undefined),
})
export type FinalResponse = z.infer<typeof responseSchema>

const place = { output_index: z.number() }
const textPlace = { output_index: z.number().optional() }

/** The events that are read; every other type is none of ours. Deltas lack the `call_id`: `output_index` is the key. */
const eventSchemas = {
  'response.output_text.delta': z.object({ type: z.literal('response.output_text.delta'), delta: z.string(), ...textPlace }),
  'response.refusal.delta': z.object({ type: z.literal('response.refusal.delta'), delta: z.string(), ...textPlace }),
  'response.reasoning_summary_text.delta': z.object({
    type: z.literal('response.reasoning_summary_text.delta'), delta: z.string(), summary_index: z.number().optional(), ...place,
  }),
  'response.reasoning_text.delta': z.object({ type: z.literal('response.reasoning_text.delta'), delta: z.string() }),
  'response.output_item.added': z.object({ type: z.literal('response.output_item.added'), item: outputItemSchema, ...place }),
  'response.function_call_arguments.delta': z.object({
    type: z.literal('response.function_call_arguments.delta'), delta: z.string(), ...place,
  }),
  'response.function_call_arguments.done': z.object({
    type: z.literal('response.function_call_arguments.done'), name: z.string().optional().catch(undefined), arguments: z.string(), ...place,
  }),
  'response.output_item.done': z.object({ type: z.literal('response.output_item.done'), item: outputItemSchema, ...place }),
  'response.completed': z.object({ type: z.literal('response.completed'), response: responseSchema }),
  'response.incomplete': z.object({ type: z.literal('response.incomplete'), response: responseSchema }),
  'response.failed': z.object({ type: z.literal('response.failed'), response: responseSchema }),
  /** Code and message stand beside the type by the book, and in an object of their own where a gateway sends it. */
  'error': z.object({ type: z.literal('error'), code: errorCode, message: z.string().nullish(), error: errorSchema }),
} as const
type EventType = keyof typeof eventSchemas
export type ResponseEvent = z.infer<typeof eventSchemas[EventType]>

/** Absent for a type that is not read: the service adds new ones at any time. */
export function parseResponseEvent(raw: unknown): z.ZodSafeParseResult<ResponseEvent> | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined
  const type = 'type' in raw ? raw.type : undefined
  // By its name, for a union would try them one after the other, thousands of times in an answer.
  if (isRead(type)) return eventSchemas[type].safeParse(raw)
  return type === undefined ? parseBare(raw) : undefined
}

/** Gateways send an error without a type, and a server that does not stream the whole answer. */
function parseBare(raw: object): z.ZodSafeParseResult<ResponseEvent> | undefined {
  if ('object' in raw && raw.object === 'response') {
    return eventSchemas['response.completed'].safeParse({ type: 'response.completed', response: raw })
  }
  return 'error' in raw && raw.error ? eventSchemas.error.safeParse({ type: 'error', ...raw }) : undefined
}

function isRead(type: unknown): type is EventType {
  return typeof type === 'string' && Object.hasOwn(eventSchemas, type)
}
