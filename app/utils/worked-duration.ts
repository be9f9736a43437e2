import type { RunView, StepView } from '#shared/run-view'
import { formatDuration } from './format-duration'
import { lengthOf, mergeIntervals } from './merge-intervals'

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

/** The duration of a run; a step that the server lost is missing in it. */
export function workedText(run: RunView): string | null {
  const worked = workedDuration(run)
  if (worked === null) return null
  return run.steps.some(isLostStep) ? `at least ${formatDuration(worked)}` : formatDuration(worked)
}

/** The server ended during the step: nobody measured it, and its end is the time of the next start. */
export function isLostStep({ endedAt, finishReason }: StepView): boolean {
  return endedAt !== undefined && finishReason === undefined
}

/** Milliseconds that people took to answer; waits at the same time count once. */
export function waitedDuration({ calls }: Pick<RunView, 'calls'>): number {
  return lengthOf(mergeIntervals(Object.values(calls).flatMap(({ approval }) => approval?.answer
    ? { startMs: Date.parse(approval.requestedAt), endMs: Date.parse(approval.answer.at) }
    : [])))
}
