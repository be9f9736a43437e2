import type { RunView, StepView, CallView } from '#shared/run-view'
import { formatDuration } from './format-time'
import { lengthOf, mergeIntervals } from './merge-intervals'
import { sumCosts } from '#shared/cost'
import type { Usage } from '#shared/run-event'

/**
 * Milliseconds that model and tools took, as they were measured: neither waiting for a person nor the time in which the
 * server was down. Calls that ran at once count once. `null` where no step was measured.
 */
export function workedDuration({ steps, calls }: Pick<RunView, 'steps' | 'calls'>): number | null {
  const measured = steps.flatMap(({ durationMs }) => durationMs ?? [])
  if (measured.length === 0) return null
  const called = Object.values(calls).flatMap(({ endedAt, outcome }) => {
    if (!endedAt || !outcome) return []
    const endMs = Date.parse(endedAt)
    return { startMs: endMs - outcome.durationMs, endMs }
  })
  return measured.reduce((sum, durationMs) => sum + durationMs, 0) + lengthOf(mergeIntervals(called))
}

/** The duration of a run; a step or a call that the server lost is missing in it. */
export function workedText(run: RunView): string | null {
  const worked = workedDuration(run)
  if (worked === null) return null
  const isPartial = run.steps.some(isLostStep) || Object.values(run.calls).some(isLostCall)
  return isPartial ? `at least ${formatDuration(worked)}` : formatDuration(worked)
}

/** The server ended during the step: its duration is unknown, and its end is the time of the next start. */
export function isLostStep({ endedAt, finishReason }: StepView): boolean {
  return endedAt !== undefined && finishReason === undefined
}

/** Milliseconds that people took to answer; waits at the same time count once. */
export function waitedDuration({ calls }: Pick<RunView, 'calls'>): number {
  return lengthOf(mergeIntervals(Object.values(calls).flatMap(({ approval }) => approval?.answer
    ? { startMs: Date.parse(approval.requestedAt), endMs: Date.parse(approval.answer.at) }
    : [])))
}

/** The server ended while the tool ran: how long it ran is unknown. */
export function isLostCall({ outcome }: Pick<CallView, 'outcome'>): boolean {
  return outcome?.status === 'unknown' && outcome.durationMs === 0
}

/** Milliseconds the tool took, or has taken so far at `now`; `null` when it never began or its duration is unknown. */
export function callDuration(call: Pick<CallView, 'startedAt' | 'outcome'>, now: number | null): number | null {
  if (isLostCall(call)) return null
  if (call.outcome) return call.startedAt || call.outcome.durationMs ? call.outcome.durationMs : null
  if (!call.startedAt || now === null) return null
  return Math.max(0, now - Date.parse(call.startedAt))
}

export interface RunsTotal {
  readonly tokens: number
  /** Some of them are unknown. */
  readonly isPartial: boolean
  /** US dollars; `null` as soon as tokens were used at a cost that is not known. */
  readonly cost: number | null
}

interface UsedPart { readonly usage?: Usage, readonly cost?: number | null }

/** What runs used and cost together; of a run that is not at its end, the steps that are. */
export function totalOfRuns(runs: readonly Pick<RunView, 'usage' | 'cost' | 'steps'>[]): RunsTotal {
  const parts = runs.flatMap<UsedPart>(run => run.usage ? [run] : run.steps)
  return {
    tokens: parts.reduce((sum, { usage }) => sum + (usage ? usage.inputTokens + usage.outputTokens : 0), 0),
    isPartial: parts.some(({ usage }) => usage?.partial),
    cost: sumCosts(parts),
  }
}
