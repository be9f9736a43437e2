import { z } from 'zod'

/*
 * Only what is read here, and everything optional: of the servers that speak this dialect each leaves out something
 * else (Azure sends choices without a delta, Ollama calls without an index, vLLM calls without an id). Unknown fields
 * are kept only where they are sent back: an answer has thousands of chunks.
 */

const callDelta = z.looseObject({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z.object({
    name: z.string().nullish(),
    /** A string by the book; some servers send the object itself. */
    arguments: z.unknown().optional(),
  }).nullish(),
})
export type CallDelta = z.infer<typeof callDelta>

const usage = z.object({
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().nullish(), cache_write_tokens: z.number().nullish() }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: z.number().nullish() }).nullish(),
})
export type ChatUsage = z.infer<typeof usage>

const delta = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  reasoning_details: z.array(z.looseObject({})).nullish(),
  tool_calls: z.array(callDelta).nullish(),
})
export type ChatDelta = z.infer<typeof delta>

const choice = z.object({
  delta: delta.nullish(),
  finish_reason: z.string().nullish(),
  error: z.unknown().optional(),
  usage: usage.nullish(),
})

export const chatChunkSchema = z.object({
  choices: z.array(choice).nullish(),
  usage: usage.nullish(),
  error: z.unknown().optional(),
})
export type ChatChunk = z.infer<typeof chatChunkSchema>
