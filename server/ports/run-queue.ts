import type { RunStop } from './run-stopped'

/** Runs that need a worker. A run that is enqueued while a worker has it gets another turn afterwards. */
export interface RunQueue {
  /** `userId`: whose run it is. Workers are shared fairly among users; on a shared queue it is the group of the job. */
  enqueue(runId: string, userId: string): Promise<void>
  /** Aborts the worker of this run with a `RunStopped`; a run without one gets a turn at once, in which it can only end. */
  cancel(runId: string, stop: RunStop): Promise<void>
  /** Sets the one handler. An error that it throws is reported; the run can be worked on again. */
  work(handler: (runId: string, signal: AbortSignal) => Promise<void>): Promise<void>
  /** Accepts no more work, stops what runs, and resolves when all of it has ended. */
  close(stop: RunStop): Promise<void>
}
