import { z } from 'zod'
import { tokenCountSchema } from '../kit/stream/token-count'

/** Cumulative; `null` means no news. `input_tokens` is without the cached ones. Counts that cannot be read do not fail the answer. */
const usageSchema = z.object({
  input_tokens: tokenCountSchema.nullish(),
  output_tokens: tokenCountSchema.nullish(),
  cache_creation_input_tokens: tokenCountSchema.nullish(),
  cache_read_input_tokens: tokenCountSchema.nullish(),
  /** The written ones by how long they are kept; their sum is `cache_creation_input_tokens`, which some gateways leave out. */
  cache_creation: z.object({
    ephemeral_5m_input_tokens: tokenCountSchema.nullish(),
    ephemeral_1h_input_tokens: tokenCountSchema.nullish(),
  }).nullish(),
  output_tokens_details: z.object({ thinking_tokens: tokenCountSchema.nullish() }).nullish(),
}).nullish().catch(undefined)
export type WireUsage = NonNullable<z.infer<typeof usageSchema>>

const blockForm = z.looseObject({ type: z.string() })
export type WireBlock = z.infer<typeof blockForm>

/** Kept whole and with its keys in their order: it goes back as it came. */
const blockSchema = z.custom<WireBlock>(block => blockForm.safeParse(block).success)

const deltaSchema = z.object({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
  partial_json: z.string().optional(),
  citation: z.unknown().optional(),
})
export type WireDelta = z.infer<typeof deltaSchema>

const index = z.number().int().nonnegative()

const endingFields = {
  stop_reason: z.string().nullish(), stop_details: z.object({ explanation: z.string().nullish() }).nullish().catch(undefined),
}
export type WireEnding = Pick<z.infer<typeof eventSchemas.message>, keyof typeof endingFields>

/** As deep as we read. Events, blocks and deltas of kinds that came later pass unread. */
const eventSchemas = {
  message_start: z.object({ type: z.literal('message_start'), message: z.object({ usage: usageSchema }) }),
  content_block_start: z.object({ type: z.literal('content_block_start'), index, content_block: blockSchema }),
  content_block_delta: z.object({ type: z.literal('content_block_delta'), index, delta: deltaSchema }),
  message_delta: z.object({ type: z.literal('message_delta'), delta: z.object(endingFields), usage: usageSchema }),
  /** All at once, from a server that does not stream. */
  message: z.object({ type: z.literal('message'), content: z.array(blockSchema), ...endingFields, usage: usageSchema }),
  message_stop: z.object({ type: z.literal('message_stop') }),
  error: z.object({ type: z.literal('error'), error: z.object({ type: z.string().nullish(), message: z.string().nullish() }).nullish() }),
} as const
type EventType = keyof typeof eventSchemas
export type WireEvent = z.infer<typeof eventSchemas[EventType]>

const anyEventSchema = z.object({ type: z.unknown().optional() })

/** Absent for an event of a kind we do not know; throws for a known one that does not look like it. */
export function parseWireEvent(raw: unknown): WireEvent | undefined {
  const { type } = anyEventSchema.parse(raw)
  // By its name, for a union would try them one after the other, thousands of times in an answer.
  return isKnown(type) ? eventSchemas[type].parse(raw) : undefined
}

function isKnown(type: unknown): type is EventType {
  return typeof type === 'string' && Object.hasOwn(eventSchemas, type)
}
