import PQueue from 'p-queue'
import type { RunQueue } from '../ports/run-queue'

type Handler = Parameters<RunQueue['work']>[0]
type ErrorListener = (error: unknown, runId: string) => void

/**
 * Works on up to `concurrency` runs at once in this process. Nothing is stored: unfinished runs are rows already.
 * A handler that throws is reported and leaves its run free for the next worker.
 */
export function createRunQueue(concurrency: number, onError: ErrorListener = () => {}): RunQueue {
  return new EmbeddedRunQueue(concurrency, onError)
}

class EmbeddedRunQueue implements RunQueue {
  private readonly queue: PQueue
  /** Ending a run costs no waiting, and so waits for nobody. */
  private readonly outOfTurn = new PQueue({ autoStart: false })
  private readonly active = new Map<string, AbortController>()
  /** Runs whose turn came while they were worked on. */
  private readonly again = new Set<string>()
  private handler: Handler | undefined
  private isClosed = false

  constructor(concurrency: number, private readonly onError: ErrorListener) {
    this.queue = new PQueue({ concurrency, autoStart: false })
  }

  enqueue(runId: string): void {
    if (!this.isClosed) void this.queue.add(() => this.runOnce(runId))
  }

  cancel(runId: string, reason: Error): void {
    this.active.get(runId)?.abort(reason)
    if (!this.isClosed) void this.outOfTurn.add(() => this.runOnce(runId))
  }

  work(handler: Handler): void {
    this.handler = handler
    this.queue.start()
    this.outOfTurn.start()
  }

  async close(reason: Error): Promise<void> {
    this.isClosed = true
    this.queue.clear()
    this.outOfTurn.clear()
    this.again.clear()
    for (const controller of this.active.values()) controller.abort(reason)
    await Promise.all([this.queue.onIdle(), this.outOfTurn.onIdle()])
  }

  private async runOnce(runId: string): Promise<void> {
    if (this.active.has(runId)) {
      this.again.add(runId)
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
    if (this.again.delete(runId)) this.enqueue(runId)
  }
}
