import type { DurableEvent, RunEvent } from '#shared/run-event'

/** What leaves the server: everything but the vendor's own form of a turn, which is opaque, large and only for replay. */
export function toPublicEvent<Event extends RunEvent | DurableEvent>(event: Event): Event {
  if (event.type !== 'step-end' || event.native === undefined) return event
  const { native: _native, ...rest } = event
  return rest as Event // The rest of a step-end is a step-end: `native` is optional.
}
