import type { RunLimits } from '#shared/run'

/** What a run has used so far. */
export interface RunProgress {
  readonly steps: number
  readonly toolCalls: number
  /** Milliseconds of work; waiting for a person does not count. */
  readonly activeMs: number
  /** How often the newest call was made before with the same arguments and the same outcome, without a break. */
  readonly repeats: number
}

/** The same call three times with the same result: a fourth one would not tell the model anything new. */
const MAX_REPEATS = 3

/** More calls of one answer than this are denied, each with its result: one answer must not occupy a worker for hours. */
export const MAX_CALLS_PER_STEP = 128

export type LimitName = 'steps' | 'toolCalls' | 'seconds' | 'repeats'

/** Pure stop conditions: the first limit that is reached, if any. The answer that follows it has no tools. */
export function findReachedLimit(progress: RunProgress, limits: RunLimits): LimitName | undefined {
  // One step is kept for the last answer, so that the number of model calls never passes the limit, not even with 1.
  if (progress.steps >= limits.steps - 1) return 'steps'
  if (progress.toolCalls >= limits.toolCalls && progress.toolCalls > 0) return 'toolCalls'
  if (timeLeft(progress, limits) <= 0) return 'seconds'
  if (progress.repeats >= MAX_REPEATS) return 'repeats'
  return undefined
}

/** Milliseconds of work that a run may still do. */
export function timeLeft({ activeMs }: Pick<RunProgress, 'activeMs'>, { seconds }: Pick<RunLimits, 'seconds'>): number {
  return seconds * 1000 - activeMs
}
