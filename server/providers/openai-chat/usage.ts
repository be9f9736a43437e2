import type { Usage } from '#shared/run-event'
import type { ChatUsage } from './chunk'

/** Some servers count more reasoning than output, or cached tokens beside the input: a part is never more than its whole. */
export function toUsage(usage: ChatUsage | null | undefined): Usage {
  const inputTokens = usage?.prompt_tokens ?? 0
  const outputTokens = usage?.completion_tokens ?? 0
  const cachedInputTokens = Math.min(inputTokens, usage?.prompt_tokens_details?.cached_tokens ?? 0)
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cacheWriteTokens: Math.min(inputTokens - cachedInputTokens, usage?.prompt_tokens_details?.cache_write_tokens ?? 0),
    reasoningTokens: Math.min(outputTokens, usage?.completion_tokens_details?.reasoning_tokens ?? 0),
    ...(!usage && { partial: true }),
  }
}
