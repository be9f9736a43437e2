import { z } from 'zod'
import { tokenCountSchema } from '../kit/stream/token-count'

/*
 * Only what is read here, and everything optional: of the servers that speak this dialect each leaves out something
 * else (Azure sends choices without a delta, Ollama calls without an index, vLLM calls without an id). Unknown fields
 * are kept only where they are sent back: an answer has thousands of chunks.
 */

const calledFunction = z.object({
  name: z.string().nullish(),
  /** A string by the book; some servers send the object itself. */
  arguments: z.unknown().optional(),
})
const callDelta = z.looseObject({ index: z.number().nullish(), id: z.string().nullish(), function: calledFunction.nullish() })
export type CallDelta = z.infer<typeof callDelta>

/** Counts that cannot be read are not worth an answer. */
const usage = z.object({
  prompt_tokens: tokenCountSchema.nullish(),
  completion_tokens: tokenCountSchema.nullish(),
  prompt_tokens_details: z.object({ cached_tokens: tokenCountSchema.nullish(), cache_write_tokens: tokenCountSchema.nullish() }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: tokenCountSchema.nullish() }).nullish(),
})
export type ChatUsage = z.infer<typeof usage>

/** One of a list that stands for the text: `text` or `thinking`, the latter with a list of its own. */
const contentPart = z.object({
  type: z.string().nullish(),
  text: z.string().nullish(),
  thinking: z.array(z.object({ text: z.string().nullish() })).nullish(),
})
export type ContentPart = z.infer<typeof contentPart>

const delta = z.object({
  /** A list where Mistral's models reason: github.com/n8n-io/n8n/issues/37352 */
  content: z.union([z.string(), z.array(contentPart)]).nullish(),
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  reasoning_details: z.array(z.looseObject({})).nullish(),
  tool_calls: z.array(callDelta).nullish(),
  /** The form from before there could be several calls; some servers still send it, alone or beside the other. */
  function_call: calledFunction.nullish(),
})
export type ChatDelta = z.infer<typeof delta>

const choice = z.object({
  delta: delta.nullish(),
  /** Instead of deltas, from a server that does not stream, or not when there are tools. */
  message: delta.nullish(),
  finish_reason: z.string().nullish(),
  error: z.unknown().optional(),
  usage: usage.nullish().catch(undefined),
})

export const chatChunkSchema = z.object({
  choices: z.array(choice).nullish(),
  usage: usage.nullish().catch(undefined),
  error: z.unknown().optional(),
  /** `error` for an error without a wrapper, as vLLM sends it; its words stand beside this. */
  object: z.string().nullish().catch(undefined),
})
export type ChatChunk = z.infer<typeof chatChunkSchema>
