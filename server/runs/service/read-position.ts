import { assertNever } from '#shared/assert-never'
import type { DeltaEvent, DurableEvent, RunEvent } from '#shared/run-event'
import type { StepProgress } from '../worker/live-steps'

/** What a reader of a run has: stored events up to a number, and the beginning of what is open after it. */
export class ReadPosition {
  /** Length of each open text, reasoning and call so far; none: nothing. */
  private readonly lengths = new Map<string, number>()

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
    const lengths = new Map<string, number>()
    for (const part of parts) {
      const key = part.type === 'call' ? part.callId : part.type
      lengths.set(key, (lengths.get(key) ?? 0) + part.text.length)
    }
    const isOlder = [...this.lengths].some(([part, length]) => (lengths.get(part) ?? 0) < length)
    if (after !== this.newest || isOlder) return false
    for (const [part, length] of lengths) this.lengths.set(part, length)
    return true
  }

  private takeStored(event: DurableEvent): DurableEvent | 'missing-events' | undefined {
    if (event.sequence <= this.newest) return undefined
    if (event.sequence > this.newest + 1) return 'missing-events'
    this.newest = event.sequence
    if (event.type === 'text-end') this.lengths.delete('text')
    if (event.type === 'reasoning-end') this.lengths.delete('reasoning')
    if (event.type === 'tool-call') this.lengths.delete(event.callId)
    if (event.type === 'step-start' || event.type === 'step-end') this.lengths.clear()
    return event
  }

  private takeDelta(event: DeltaEvent): DeltaEvent | 'gap' | undefined {
    // Published before an event that the reader has, which says all that it says.
    if (event.after < this.newest) return undefined
    const part = event.type === 'text-delta' ? 'text' : event.type === 'reasoning-delta' ? 'reasoning' : event.callId
    const known = this.lengths.get(part) ?? 0
    if (event.offset > known) return 'gap'
    const end = event.offset + event.text.length
    if (end <= known) return undefined
    this.lengths.set(part, end)
    return event.offset === known ? event : { ...event, offset: known, text: event.text.slice(known - event.offset) }
  }
}
