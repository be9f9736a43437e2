import { z } from 'zod'
import { errorCodeSchema } from './api-error'
import { userContentSchema } from './content'
import { providerErrorKindSchema } from './provider-error'
import { toolOutcomeSchema } from './tool-outcome'

/** Token usage. `input` is the whole input: cached tokens are part of it. Reasoning is part of `output`. */
export const usageSchema = z.object({
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  cachedInputTokens: z.number().int().nonnegative().default(0),
  cacheWriteTokens: z.number().int().nonnegative().default(0),
  reasoningTokens: z.number().int().nonnegative().default(0),
  /** Some counts are unknown, as in an answer that broke off: the actual numbers may be larger. */
  partial: z.literal(true).optional(),
})
export type Usage = z.infer<typeof usageSchema>

/** Why a model stopped, in one closed set; the vendor's own word stays beside it. */
const finishReasonSchema = z.enum([
  'stop', 'tool-calls', 'length', 'content-filter', 'continue', 'malformed-tool-call', 'error', 'cancelled', 'other',
])
export type FinishReason = z.infer<typeof finishReasonSchema>

/** What a translation changed or left out, and why: translation is the product, so it must be visible. */
export const translationWarningSchema = z.object({
  tool: z.string().optional(),
  /** JSON Pointer into what was translated; empty for the whole. */
  path: z.string(),
  /** The keyword or feature concerned, such as `pattern` or `audio`. */
  keyword: z.string(),
  action: z.enum(['removed', 'rewritten', 'moved-to-description', 'replaced-by-text', 'left-out']),
  reason: z.string(),
})
export type TranslationWarning = z.infer<typeof translationWarningSchema>

export const runEndReasonSchema = z.enum(['completed', 'limited', 'refused', 'cancelled', 'interrupted', 'failed'])
export type RunEndReason = z.infer<typeof runEndReasonSchema>

/** The error codes of the API, and the two ends of a run that are explained like an error. */
const runErrorCodeSchema = z.enum([...errorCodeSchema.options, 'limited', 'refused'])
export type RunErrorCode = z.infer<typeof runErrorCodeSchema>

/** A run's error as a person reads it: what happened, and the fields that select the button beside it. */
export const runErrorSchema = z.object({
  /** A code that another version stored reads as `internal`, so that one unknown word does not hide the whole event. */
  code: runErrorCodeSchema.catch('internal'),
  message: z.string(),
  retryable: z.boolean(),
  /** Present when a provider caused it. */
  kind: providerErrorKindSchema.optional(),
})
export type RunError = z.infer<typeof runErrorSchema>

const durable = { runId: z.string(), at: z.string(), sequence: z.number().int().positive() }
const live = { runId: z.string(), at: z.string() }
const step = z.number().int().positive()
const callId = z.string()

/** Events that are rows first: numbered without gaps per run, committed, then published. */
const durableEventSchema = z.discriminatedUnion('type', [
  z.object({ ...durable, type: z.literal('run-start'), model: z.string(), tools: z.array(z.string()), input: userContentSchema }),
  z.object({ ...durable, type: z.literal('run-resume') }),
  z.object({ ...durable, type: z.literal('step-start'), step, final: z.boolean().optional() }),
  z.object({ ...durable, type: z.literal('step-retry'), step, attempt: z.number().int(), delayMs: z.number(), error: runErrorSchema }),
  z.object({ ...durable, type: z.literal('translation-warning'), step, warning: translationWarningSchema }),
  z.object({ ...durable, type: z.literal('reasoning-end'), step, text: z.string() }),
  z.object({ ...durable, type: z.literal('text-end'), step, text: z.string() }),
  z.object({
    ...durable,
    type: z.literal('tool-call'),
    step,
    callId,
    providerCallId: z.string().optional(),
    name: z.string(),
    /** Both absent for a name that no tool bears. */
    originalName: z.string().optional(),
    sourceId: z.string().optional(),
    /** `null` when the model's text does not parse; then `argumentsText` and `argumentsError` say what came. */
    arguments: z.record(z.string(), z.unknown()).nullable(),
    argumentsText: z.string().optional(),
    argumentsError: z.string().optional(),
    /** The call exactly as the vendor sent it. */
    raw: z.unknown().optional(),
  }),
  z.object({
    ...durable,
    type: z.literal('approval-request'),
    step,
    callId,
    /** In words for a person: which rule asked. */
    reason: z.string(),
    /** SHA-256 of run, step, call, tool, definition and arguments: a yes is valid for exactly this. */
    binding: z.string(),
  }),
  z.object({
    ...durable,
    type: z.literal('approval-response'),
    callId,
    decision: z.enum(['allow', 'deny']),
    note: z.string().optional(),
    userId: z.string(),
    binding: z.string(),
  }),
  z.object({ ...durable, type: z.literal('tool-start'), step, callId, auditSeq: z.number().int() }),
  z.object({ ...durable, type: z.literal('tool-end'), step, callId, outcome: toolOutcomeSchema, auditSeq: z.number().int().optional() }),
  z.object({
    ...durable,
    type: z.literal('step-end'),
    step,
    usage: usageSchema,
    finishReason: finishReasonSchema,
    rawFinishReason: z.string().nullable(),
    /** Why it ended so, in words for a person. */
    explanation: z.string().optional(),
    /** US dollars; `null` when the model has no known price. Absent in runs recorded before prices were known. */
    cost: z.number().nullable().optional(),
    /** Milliseconds from the start of the step, measured by the monotonic clock. Absent in runs recorded before it was measured. */
    durationMs: z.number().optional(),
    /** Milliseconds from the request to the first visible delta; absent when there was none. */
    firstTokenMs: z.number().optional(),
    origin: z.object({ adapter: z.string(), endpoint: z.string(), model: z.string() }).optional(),
    /** The turn as the vendor sent it, for replay. Server side only, see `toPublicEvent`. */
    native: z.unknown().optional(),
    /** Whether `native` holds reasoning that only the model that made it can read. Server side only. */
    hasSealedReasoning: z.boolean().optional(),
  }),
  z.object({ ...durable, type: z.literal('run-wait'), for: z.literal('approval'), callIds: z.array(callId) }),
  z.object({
    ...durable,
    type: z.literal('run-end'),
    reason: runEndReasonSchema,
    usage: usageSchema,
    /** US dollars; `null` when the model has no known price. */
    cost: z.number().nullable(),
    /** Which limit ended it, when `reason` is `limited`. */
    limit: z.string().optional(),
    error: runErrorSchema.optional(),
  }),
])
export type DurableEvent = z.infer<typeof durableEventSchema>

/**
 * Where a delta belongs, so that a reader that joins late can tell what it has: `after` is the number of the newest
 * stored event before it, `offset` how many UTF-16 code units of the same open text, reasoning or call came before.
 */
const position = { after: z.number().int().nonnegative(), offset: z.number().int().nonnegative() }

/** Events that are published at once and never stored one by one; they carry no SSE id. */
const liveEventSchema = z.discriminatedUnion('type', [
  z.object({ ...live, type: z.literal('text-delta'), step, ...position, text: z.string() }),
  z.object({ ...live, type: z.literal('reasoning-delta'), step, ...position, text: z.string() }),
  z.object({ ...live, type: z.literal('tool-input-delta'), step, callId, ...position, name: z.string().optional(), text: z.string() }),
  z.object({
    ...live, type: z.literal('tool-progress'), callId, progress: z.number(), total: z.number().optional(), message: z.string().optional(),
  }),
  z.object({
    ...live,
    type: z.literal('step-snapshot'),
    step,
    /** What has streamed and is not stored, in the order in which it began. */
    parts: z.array(z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('reasoning'), text: z.string() }),
      z.object({ type: z.literal('call'), callId, name: z.string().optional(), text: z.string() }),
    ])),
  }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>
export type StreamedPart = EventOf<'step-snapshot'>['parts'][number]
export type DeltaEvent = Extract<LiveEvent, { readonly offset: number }>

/** One look at the type finds the schema, so that reading a delta costs the same at any length of an answer. */
export const runEventSchema = z.discriminatedUnion('type', [durableEventSchema, liveEventSchema])
export type RunEvent = DurableEvent | LiveEvent

type WithoutEnvelope<Event> = Event extends unknown ? Omit<Event, 'runId' | 'at' | 'sequence' | 'after' | 'offset'> : never
/** What the loop emits; the recorder adds the envelope. */
export type DurableEventBody = WithoutEnvelope<DurableEvent>
export type LiveEventBody = WithoutEnvelope<LiveEvent>

export type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>
/** The same as the loop emits it. */
export type BodyOf<Type extends DurableEvent['type']> = Extract<DurableEventBody, { type: Type }>
