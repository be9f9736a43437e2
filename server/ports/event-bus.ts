import type { EventOf, RunEvent } from '#shared/run-event'

/** Carries a run's events from its worker to whoever watches. Order is kept per run; nothing is stored. */
export interface EventBus {
  publish(event: RunEvent): void
  /** Calls `listener` for each later event of the run, until the returned function is called. */
  subscribe(runId: string, listener: (event: RunEvent) => void): () => void
  /** The unfinished step of a run as one event, for a reader that joins in mid-step. */
  readSnapshot(runId: string): EventOf<'step-snapshot'> | undefined
}
