import type { Usage } from '#shared/run-event'
import type { GeminiUsage } from './content'

/** Thoughts are counted beside the candidates, cached tokens inside the prompt. */
export function toUsage(usage: GeminiUsage | null | undefined): Usage {
  const inputTokens = (usage?.promptTokenCount ?? 0) + (usage?.toolUsePromptTokenCount ?? 0)
  const reasoningTokens = usage?.thoughtsTokenCount ?? 0
  return {
    inputTokens,
    outputTokens: (usage?.candidatesTokenCount ?? 0) + reasoningTokens,
    cachedInputTokens: Math.min(inputTokens, usage?.cachedContentTokenCount ?? 0),
    cacheWriteTokens: 0,
    reasoningTokens,
    ...(!usage && { partial: true }),
  }
}
