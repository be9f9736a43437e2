import PQueue from 'p-queue'

type Enter = () => void

/**
 * A number of places for work, shared out among users. Nobody holds more than half of them, so one person cannot keep
 * all others waiting; those who wait are let in one user after the other.
 */
export class FairPool {
  private free: number
  private readonly perUser: number
  /** Each user's own work in order, as much of it at once as one user may hold. */
  private readonly queues = new Map<string, PQueue>()
  /** Who waits for a place. The order of the users is the order of their turns. */
  private readonly waiting = new Map<string, readonly Enter[]>()

  constructor(places: number) {
    this.free = places
    this.perUser = Math.max(1, Math.floor(places / 2))
  }

  /** Settles as `work` does, once it has ended. Work that is aborted before it has a place never starts. */
  run<Result>(userId: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    // The queue rejects at an abort at once, also while the work still runs, so its signal is only for the time of waiting.
    const waiting = new AbortController()
    const stopWaiting = () => waiting.abort(signal?.reason)
    if (signal?.aborted) stopWaiting()
    signal?.addEventListener('abort', stopWaiting)
    const result = this.queueOf(userId).add(async () => {
      if (this.free > 0) this.free -= 1
      else await this.waitForTurn(userId)
      signal?.removeEventListener('abort', stopWaiting)
      try {
        signal?.throwIfAborted()
        return await work()
      }
      finally {
        this.leave()
      }
    }, { signal: waiting.signal })
    return result.finally(() => signal?.removeEventListener('abort', stopWaiting))
  }

  /** Resolves when nothing runs and nothing waits. */
  async onIdle(): Promise<void> {
    await Promise.all([...this.queues.values()].map(queue => queue.onIdle()))
  }

  private queueOf(userId: string): PQueue {
    const known = this.queues.get(userId)
    if (known) return known
    const queue = new PQueue({ concurrency: this.perUser })
    queue.addEventListener('idle', () => this.queues.delete(userId))
    this.queues.set(userId, queue)
    return queue
  }

  private waitForTurn(userId: string): Promise<void> {
    return new Promise(resolve => this.waiting.set(userId, [...this.waiting.get(userId) ?? [], resolve]))
  }

  /** The place goes to the next user in turn; further work of that user waits for the next round. */
  private leave(): void {
    const [turn] = this.waiting
    if (!turn) {
      this.free += 1
      return
    }
    const [userId, [enter, ...others]] = turn
    this.waiting.delete(userId)
    if (others.length > 0) this.waiting.set(userId, others)
    enter?.()
  }
}
