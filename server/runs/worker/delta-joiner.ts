import type { LiveEventBody } from '#shared/run-event'

type Delta = Extract<LiveEventBody, { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }>

/** A screen draws about so often; what comes faster cannot be seen apart. */
const FRAME_MS = 16

/**
 * Joins deltas of one kind: each event costs far more than its few characters, here and in every browser that follows.
 * The first goes out with what was read from the vendor's connection at once; only what comes within a frame after it
 * waits for the end of that frame. A model slower than sixty pieces a second is never held back.
 */
export class DeltaJoiner {
  /** The first of the joined deltas; `text` is that of all. */
  private pending: Delta | undefined
  private text = ''
  private isScheduled = false
  private sentAt = Number.NEGATIVE_INFINITY

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
    if (!pending) return
    this.pending = undefined
    this.sentAt = performance.now()
    this.send(pending.text === this.text ? pending : { ...pending, text: this.text })
  }

  private schedule(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    const onTime = (): void => {
      this.isScheduled = false
      this.flush()
    }
    const waitMs = this.sentAt + FRAME_MS - performance.now()
    if (waitMs > 0) setTimeout(onTime, waitMs).unref()
    // After the promises of one read. `setImmediate` would wait for every read that the connection has ready.
    else process.nextTick(onTime)
  }
}

function isDelta(event: LiveEventBody): event is Delta {
  return event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'tool-input-delta'
}

function isContinued(delta: Delta, next: Delta): boolean {
  if (delta.type !== next.type || delta.step !== next.step) return false
  return !('callId' in delta && 'callId' in next) || (delta.callId === next.callId && delta.name === next.name)
}
