import type { RunEvent } from '#shared/run-event'

/**
 * Carries a run's events from its worker to its readers, in this process or another. Order is kept per run; nothing is
 * stored, and a live event may be lost: a reader sees by its offset that it lacks one, and loads the checkpoint.
 */
export interface EventBus {
  publish(event: RunEvent): Promise<void>
  /** Once it resolves, `listener` is called for each later event of the run, until the returned function is called. */
  subscribe(runId: string, listener: (event: RunEvent) => void): Promise<() => void>
}
