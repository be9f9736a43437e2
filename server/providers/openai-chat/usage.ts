import type { Usage } from '#shared/run-event'
import type { ChatUsage } from './chunk'

/** Some servers count more reasoning than output, or cached tokens beside the input: a part is never more than its whole. */
export function toUsage(usage: ChatUsage | null | undefined): Usage {
  const inputTokens = toCount(usage?.prompt_tokens)
  const outputTokens = toCount(usage?.completion_tokens)
  const cachedInputTokens = Math.min(inputTokens, toCount(usage?.prompt_tokens_details?.cached_tokens))
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cacheWriteTokens: Math.min(inputTokens - cachedInputTokens, toCount(usage?.prompt_tokens_details?.cache_write_tokens)),
    reasoningTokens: Math.min(outputTokens, toCount(usage?.completion_tokens_details?.reasoning_tokens)),
    ...(!usage && { partial: true }),
  }
}

export function toCount(value: number | null | undefined): number {
  return Math.max(0, Math.trunc(value ?? 0))
}
