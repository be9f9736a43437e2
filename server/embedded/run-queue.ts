import PQueue from 'p-queue'
import type { RunQueue } from '../ports/run-queue'

type Handler = Parameters<RunQueue['work']>[0]

/**
 * Works on up to `concurrency` runs at once in this process. Nothing is stored: unfinished runs are rows already.
 * A handler that throws is reported and leaves its run free for the next worker.
 */
export function createRunQueue(concurrency: number, onError: (error: unknown, runId: string) => void = () => {}): RunQueue {
  const queue = new PQueue({ concurrency, autoStart: false })
  /** Ending a run costs no waiting, and so waits for nobody. */
  const outOfTurn = new PQueue({ autoStart: false })
  const active = new Map<string, AbortController>()
  /** Runs whose turn came while they were worked on. */
  const again = new Set<string>()
  let handler: Handler | undefined
  let isClosed = false

  async function runOnce(runId: string): Promise<void> {
    if (active.has(runId)) {
      again.add(runId)
      return
    }
    const controller = new AbortController()
    active.set(runId, controller)
    try {
      await handler?.(runId, controller.signal)
    }
    catch (error) {
      onError(error, runId)
    }
    active.delete(runId)
    if (again.delete(runId)) enqueue(runId)
  }

  function enqueue(runId: string): void {
    if (!isClosed) void queue.add(() => runOnce(runId))
  }

  return {
    enqueue,
    cancel: (runId, reason) => {
      active.get(runId)?.abort(reason)
      if (!isClosed) void outOfTurn.add(() => runOnce(runId))
    },
    work: (workHandler) => {
      handler = workHandler
      queue.start()
      outOfTurn.start()
    },
    close: async (reason) => {
      isClosed = true
      queue.clear()
      outOfTurn.clear()
      again.clear()
      for (const controller of active.values()) controller.abort(reason)
      await Promise.all([queue.onIdle(), outOfTurn.onIdle()])
    },
  }
}
