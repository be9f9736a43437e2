import type { FinishReason } from '#shared/run-event'

/** A vendor's words for why it stopped. */
export type FinishReasonMap = Readonly<Record<string, FinishReason>>

const STRONGER_THAN_CALLS: readonly FinishReason[] = ['length', 'content-filter', 'malformed-tool-call', 'error', 'continue']

/**
 * Into the closed set. The presence of calls beats the vendor's word, because several say `stop` beside a call;
 * endings after which a call must not be trusted beat the calls.
 */
export function toFinishReason(map: FinishReasonMap, raw: string | null | undefined, hasCalls: boolean): FinishReason {
  const mapped = (raw && map[raw]) || 'other'
  if (STRONGER_THAN_CALLS.includes(mapped)) return mapped
  if (hasCalls) return 'tool-calls'
  return mapped === 'tool-calls' ? 'stop' : mapped
}
