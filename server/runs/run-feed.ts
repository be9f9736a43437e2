import type { DurableEvent, RunEvent } from '#shared/run-event'
import type { EventBus } from '../ports/event-bus'
import type { RunRow, RunStore } from '../ports/run-store'
import { toPublicEvent } from './to-public-event'

/** A run's stored events and, from the moment of the call, its later ones. */
export interface RunFeed {
  /** Durable events after the asked number. */
  readonly stored: readonly DurableEvent[]
  /** The unfinished step, when there is one. */
  readonly snapshot?: RunEvent
  /** Whether nothing can follow. */
  readonly hasEnded: boolean
}

interface FeedSources { readonly store: RunStore, readonly bus: EventBus }

export async function readRunFeed(run: RunRow, after: number, { store, bus }: FeedSources): Promise<RunFeed> {
  const stored = (await store.readEvents(run.id, after)).map(toPublicEvent)
  // Read after the events: an end that falls between the two reads is seen as a live event instead.
  const hasEnded = run.endedAt !== null && run.lastSequence <= (stored.at(-1)?.sequence ?? after)
  return { stored, hasEnded, ...(!hasEnded && { snapshot: bus.readSnapshot(run.id) }) }
}
