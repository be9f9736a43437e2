import type { DurableEvent } from '#shared/run-event'
import type { RunRow, RunStore } from '../../ports/run-store'
import { toPublicEvent } from '../worker/to-public-event'

/** What is stored of a run after a number, and whether anything can follow. */
export interface RunFeed {
  readonly stored: readonly DurableEvent[]
  readonly hasEnded: boolean
}

export async function readRunFeed(run: RunRow, after: number, store: RunStore): Promise<RunFeed> {
  const stored = (await store.readEvents(run.id, after)).map(toPublicEvent)
  // The row was read before the events: an end that falls between the two is seen as a live event instead.
  return { stored, hasEnded: run.endedAt !== null && run.lastSequence <= (stored.at(-1)?.sequence ?? after) }
}
