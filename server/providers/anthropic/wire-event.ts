import { z } from 'zod'

/** Cumulative; `null` means no news. `input_tokens` is without the cached ones. */
const usageSchema = z.looseObject({
  input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
  output_tokens_details: z.looseObject({ thinking_tokens: z.number().nullish() }).nullish(),
})
export type WireUsage = z.infer<typeof usageSchema>

const blockSchema = z.looseObject({ type: z.string() })
export type WireBlock = z.infer<typeof blockSchema>

const deltaSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
  partial_json: z.string().optional(),
  citation: z.unknown().optional(),
})
export type WireDelta = z.infer<typeof deltaSchema>

const index = z.number().int().nonnegative()

/** As deep as we read. Events, blocks and deltas of kinds that came later pass unread. */
const wireEventSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('message_start'), message: z.looseObject({ usage: usageSchema.nullish() }) }),
  z.looseObject({ type: z.literal('content_block_start'), index, content_block: blockSchema }),
  z.looseObject({ type: z.literal('content_block_delta'), index, delta: deltaSchema }),
  z.looseObject({
    type: z.literal('message_delta'),
    delta: z.looseObject({ stop_reason: z.string().nullish() }),
    usage: usageSchema.nullish(),
  }),
  z.looseObject({ type: z.literal('message_stop') }),
  // The SDK throws these; a proxy that forgets to name the event in its frame gets them past it.
  z.looseObject({ type: z.literal('error'), error: z.looseObject({ type: z.string().nullish(), message: z.string().nullish() }).nullish() }),
])
export type WireEvent = z.infer<typeof wireEventSchema>

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(wireEventSchema.options.map(option => option.shape.type.value))
const anyEventSchema = z.looseObject({ type: z.unknown().optional() })

/** Absent for an event of a kind we do not know; throws for a known one that does not look like it. */
export function parseWireEvent(raw: unknown): WireEvent | undefined {
  const { type } = anyEventSchema.parse(raw)
  return KNOWN_TYPES.has(type) ? wireEventSchema.parse(raw) : undefined
}
