import { assertNever } from '#shared/assert-never'
import type { DeltaEvent, DurableEvent, RunEvent } from '#shared/run-event'
import type { StepProgress } from '../worker/live-steps'
import { closedBy, keyOfDelta, keyOfPart, type StreamKey } from '../worker/streamed-part'

/** What a reader of a run has: stored events up to a number, and the beginning of what is open after it. */
export class ReadPosition {
  /** Length of each open text, reasoning and call so far; none: nothing. */
  private readonly lengths = new Map<StreamKey, number>()

  constructor(private newest: number) {}

  /** Number of the newest stored event that the reader has. */
  get sequence(): number {
    return this.newest
  }

  /**
   * The event, or the rest of it, that the reader lacks; undefined when it has all of it. `gap`: a delta before it is
   * missing; `missing-events`: a stored event before it is.
   */
  take(event: RunEvent): RunEvent | 'gap' | 'missing-events' | undefined {
    if ('sequence' in event) return this.takeStored(event)
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-input-delta':
        return this.takeDelta(event)
      case 'tool-progress':
      case 'step-snapshot':
        return event
      default:
        return assertNever(event)
    }
  }

  /** Whether the snapshot belongs behind what the reader has, and says no less than that; if so, it is what the reader has. */
  takeProgress({ after, parts }: StepProgress): boolean {
    const lengths = new Map<StreamKey, number>()
    for (const part of parts) {
      const key = keyOfPart(part)
      lengths.set(key, (lengths.get(key) ?? 0) + part.text.length)
    }
    const isOlder = [...this.lengths].some(([key, length]) => (lengths.get(key) ?? 0) < length)
    if (after !== this.newest || isOlder) return false
    for (const [key, length] of lengths) this.lengths.set(key, length)
    return true
  }

  private takeStored(event: DurableEvent): DurableEvent | 'missing-events' | undefined {
    if (event.sequence <= this.newest) return undefined
    if (event.sequence > this.newest + 1) return 'missing-events'
    this.newest = event.sequence
    const closed = closedBy(event)
    if (closed === 'step' || closed === 'run') this.lengths.clear()
    else if (closed) this.lengths.delete(closed)
    return event
  }

  private takeDelta(event: DeltaEvent): DeltaEvent | 'gap' | undefined {
    // Published before an event that the reader has, which says all that it says.
    if (event.after < this.newest) return undefined
    const key = keyOfDelta(event)
    const known = this.lengths.get(key) ?? 0
    if (event.offset > known) return 'gap'
    const end = event.offset + event.text.length
    if (end <= known) return undefined
    this.lengths.set(key, end)
    return event.offset === known ? event : { ...event, offset: known, text: event.text.slice(known - event.offset) }
  }
}
