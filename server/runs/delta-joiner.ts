import type { LiveEventBody } from '#shared/run-event'

type Delta = Extract<LiveEventBody, { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }>

/**
 * Joins deltas of one kind that come within one turn of the event loop, such as the many that a vendor sent in one
 * packet: each event costs far more than its few characters, and nobody can see them apart. Nothing waits longer.
 */
export class DeltaJoiner {
  private pending: Delta | undefined
  private immediate: NodeJS.Immediate | undefined

  constructor(private readonly send: (event: LiveEventBody) => void) {}

  add(event: LiveEventBody): void {
    if (!isDelta(event)) {
      this.flush()
      this.send(event)
      return
    }
    if (this.pending && !isContinued(this.pending, event)) this.flush()
    this.pending = this.pending ? { ...this.pending, text: this.pending.text + event.text } : event
    this.immediate ??= setImmediate(() => this.flush())
  }

  /** Sends what is held back. To be called before anything that must come after it. */
  flush(): void {
    const { pending } = this
    clearImmediate(this.immediate)
    this.immediate = undefined
    this.pending = undefined
    if (pending) this.send(pending)
  }
}

function isDelta(event: LiveEventBody): event is Delta {
  return event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'tool-input-delta'
}

function isContinued(delta: Delta, next: Delta): boolean {
  if (delta.type !== next.type || delta.step !== next.step) return false
  return !('callId' in delta && 'callId' in next) || (delta.callId === next.callId && delta.name === next.name)
}
