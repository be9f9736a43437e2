import type { Usage } from '#shared/run-event'
import type { GeminiUsage } from './content'

/** Thoughts are counted beside the candidates, cached tokens inside the prompt. */
export function toUsage(usage: GeminiUsage | null | undefined): Usage {
  const inputTokens = toCount(usage?.promptTokenCount) + toCount(usage?.toolUsePromptTokenCount)
  const reasoningTokens = toCount(usage?.thoughtsTokenCount)
  return {
    inputTokens,
    outputTokens: toCount(usage?.candidatesTokenCount) + reasoningTokens,
    cachedInputTokens: Math.min(inputTokens, toCount(usage?.cachedContentTokenCount)),
    cacheWriteTokens: 0,
    reasoningTokens,
    ...(!usage && { partial: true }),
  }
}

function toCount(value: number | null | undefined): number {
  return Math.max(0, Math.trunc(value ?? 0))
}
