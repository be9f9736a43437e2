import type { LiveEventBody } from '#shared/run-event'

type Delta = Extract<LiveEventBody, { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }>

/**
 * Joins deltas of one kind that were read from the vendor's connection at once: each event costs far more than its few
 * characters, and nobody can see them apart. Nothing waits for data that has not come yet.
 */
export class DeltaJoiner {
  /** The first of the joined deltas; `text` is that of all. */
  private pending: Delta | undefined
  private text = ''
  private isScheduled = false

  constructor(private readonly send: (event: LiveEventBody) => void) {}

  add(event: LiveEventBody): void {
    if (!isDelta(event)) {
      this.flush()
      this.send(event)
      return
    }
    if (this.pending && isContinued(this.pending, event)) {
      this.text += event.text
      return
    }
    this.flush()
    this.pending = event
    this.text = event.text
    this.schedule()
  }

  /** Sends what is held back. To be called before anything that must come after it. */
  flush(): void {
    const { pending } = this
    this.pending = undefined
    if (pending) this.send(pending.text === this.text ? pending : { ...pending, text: this.text })
  }

  private schedule(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    // After the promises of one read. `setImmediate` would wait for every read that the connection has ready.
    process.nextTick(() => {
      this.isScheduled = false
      this.flush()
    })
  }
}

function isDelta(event: LiveEventBody): event is Delta {
  return event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'tool-input-delta'
}

function isContinued(delta: Delta, next: Delta): boolean {
  if (delta.type !== next.type || delta.step !== next.step) return false
  return !('callId' in delta && 'callId' in next) || (delta.callId === next.callId && delta.name === next.name)
}
