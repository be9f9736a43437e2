import { z } from 'zod'
import { tokenCountSchema } from '../kit/stream/token-count'

/** Only what is read here; signatures and fields that are not known yet stay on the part and go back with it. */
const functionCall = z.looseObject({ id: z.string().nullish(), name: z.string().nullish(), args: z.unknown().optional() })
const partForm = z.looseObject({
  text: z.string().nullish(),
  thought: z.boolean().nullish(),
  thoughtSignature: z.string().nullish(),
  functionCall: functionCall.nullish(),
})
export type WirePart = z.infer<typeof partForm>

/** Kept whole and with its keys in their order: it goes back as it came. */
const part = z.custom<WirePart>(value => partForm.safeParse(value).success)

/** A turn as Gemini sent it, its chunks joined: what is replayed to the same model. */
export const nativeTurnSchema = z.looseObject({ role: z.literal('model'), parts: z.array(part).min(1) })

export interface WireContent {
  readonly role: 'user' | 'model'
  readonly parts: readonly unknown[]
}

/** Counts that cannot be read are not worth an answer. */
const usageMetadata = z.object({
  promptTokenCount: tokenCountSchema.nullish(),
  toolUsePromptTokenCount: tokenCountSchema.nullish(),
  candidatesTokenCount: tokenCountSchema.nullish(),
  thoughtsTokenCount: tokenCountSchema.nullish(),
  cachedContentTokenCount: tokenCountSchema.nullish(),
})
export type GeminiUsage = z.infer<typeof usageMetadata>

const candidate = z.object({
  content: z.object({ parts: z.array(part).nullish() }).nullish(),
  finishReason: z.string().nullish(),
  finishMessage: z.string().nullish().catch(undefined),
  /** With `CONTINUATION`: takes up the answer where it stopped. */
  continuationToken: z.string().nullish(),
})
export const chunkSchema = z.object({
  candidates: z.array(candidate).nullish(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: usageMetadata.nullish().catch(undefined),
  error: z.unknown().optional(),
})
export type GeminiChunk = z.infer<typeof chunkSchema>

/** The vendor's word for why an answer is over; a blocked prompt has no candidate that could say it. */
export function readEnding(chunk: GeminiChunk): string | undefined {
  return chunk.candidates?.[0]?.finishReason || chunk.promptFeedback?.blockReason || undefined
}
