import PQueue from 'p-queue'
import { FairPool } from '../fair-pool'
import type { RunQueue } from '../ports/run-queue'
import { type RunStop, RunStopped } from '../ports/run-stopped'

type Handler = Parameters<RunQueue['work']>[0]
type ErrorListener = (error: unknown, runId: string) => void

/** Nothing is stored, so nothing takes time. */
const DONE = Promise.resolve()

/**
 * Works on up to `concurrency` runs at once in this process, half of them for one user. Nothing is stored: unfinished
 * runs are rows already.
 * A handler that throws is reported and leaves its run free for the next worker.
 */
export function createRunQueue(concurrency: number, onError: ErrorListener = () => {}): RunQueue {
  return new EmbeddedRunQueue(concurrency, onError)
}

class EmbeddedRunQueue implements RunQueue {
  private readonly workers: FairPool
  /** Ending a run is short work, so it does not wait for a place in the pool. */
  private readonly outOfTurn = new PQueue({ autoStart: false })
  private readonly active = new Map<string, AbortController>()
  /** Runs whose turn came while they were worked on, and how to give them another. */
  private readonly again = new Map<string, () => void>()
  /** Enqueued before there was a handler. */
  private readonly early: (() => void)[] = []
  private handler: Handler | undefined
  private isClosed = false

  constructor(concurrency: number, private readonly onError: ErrorListener) {
    this.workers = new FairPool(concurrency)
  }

  enqueue(runId: string, userId: string): Promise<void> {
    const enqueueAgain = () => void this.enqueue(runId, userId)
    if (!this.handler) this.early.push(enqueueAgain)
    else if (!this.isClosed) void this.workers.run(userId, () => this.runOnce(runId, enqueueAgain))
    return DONE
  }

  cancel(runId: string, { reason, cancelCause }: RunStop): Promise<void> {
    this.active.get(runId)?.abort(new RunStopped(reason, cancelCause))
    this.addOutOfTurn(runId)
    return DONE
  }

  work(handler: Handler): Promise<void> {
    this.handler = handler
    this.outOfTurn.start()
    for (const enqueue of this.early.splice(0)) enqueue()
    return DONE
  }

  async close({ reason, cancelCause }: RunStop): Promise<void> {
    this.isClosed = true
    this.outOfTurn.clear()
    for (const controller of this.active.values()) controller.abort(new RunStopped(reason, cancelCause))
    await Promise.all([this.workers.onIdle(), this.outOfTurn.onIdle()])
  }

  private addOutOfTurn(runId: string): void {
    if (!this.isClosed) void this.outOfTurn.add(() => this.runOnce(runId, () => this.addOutOfTurn(runId)))
  }

  private async runOnce(runId: string, again: () => void): Promise<void> {
    // What waited when the queue was closed gets its turn as the workers leave, and does nothing with it.
    if (this.isClosed) return
    if (this.active.has(runId)) {
      this.again.set(runId, again)
      return
    }
    const controller = new AbortController()
    this.active.set(runId, controller)
    try {
      await this.handler?.(runId, controller.signal)
    }
    catch (error) {
      this.onError(error, runId)
    }
    this.active.delete(runId)
    const enqueueAgain = this.again.get(runId)
    this.again.delete(runId)
    enqueueAgain?.()
  }
}
