import type { CallView } from '#shared/run-view'

/** Milliseconds the tool itself took, or has taken so far at `now`; `null` when it never began. */
export function callDuration(call: Pick<CallView, 'startedAt' | 'outcome'>, now: number | null): number | null {
  if (call.outcome) return call.startedAt || call.outcome.durationMs ? call.outcome.durationMs : null
  if (!call.startedAt || now === null) return null
  return Math.max(0, now - Date.parse(call.startedAt))
}
