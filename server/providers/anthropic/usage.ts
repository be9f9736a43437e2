import type { Usage } from '#shared/run-event'
import type { WireUsage } from './wire-event'

/** Later counts replace earlier ones field by field: the vendor repeats them cumulatively, and leaves out what has not changed. */
export function createUsageCount() {
  let counted: WireUsage = {}
  return {
    add(usage: WireUsage | null | undefined): void {
      const news = Object.entries(usage ?? {}).filter(([, value]) => value !== null && value !== undefined)
      counted = { ...counted, ...Object.fromEntries(news) }
    },
    read: (): Usage => toUsage(counted),
  }
}

function toUsage(usage: WireUsage): Usage {
  const cachedInputTokens = usage.cache_read_input_tokens ?? 0
  const cacheWriteTokens = usage.cache_creation_input_tokens ?? sumWritten(usage)
  return {
    // The vendor counts cached tokens beside the input; ours are part of it.
    inputTokens: (usage.input_tokens ?? 0) + cachedInputTokens + cacheWriteTokens,
    outputTokens: usage.output_tokens ?? 0,
    cachedInputTokens,
    cacheWriteTokens,
    reasoningTokens: usage.output_tokens_details?.thinking_tokens ?? 0,
    ...((usage.input_tokens === undefined || usage.output_tokens === undefined) && { partial: true }),
  }
}

function sumWritten({ cache_creation: written }: WireUsage): number {
  return (written?.ephemeral_5m_input_tokens ?? 0) + (written?.ephemeral_1h_input_tokens ?? 0)
}
