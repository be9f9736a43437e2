/** Runs that want a worker. A run that is enqueued while it is worked on is worked on once more afterwards. */
export interface RunQueue {
  /** `userId`: whose run it is. Workers are shared out among users; where several servers share a queue, it is the job's group. */
  enqueue(runId: string, userId: string): void
  /** Aborts the worker of this run with `reason`; one that has none is worked on out of turn, and only to be ended. */
  cancel(runId: string, reason: Error): void
  /** Sets the one handler. An error that it throws is reported; the run can be worked on again. */
  work(handler: (runId: string, signal: AbortSignal) => Promise<void>): void
  /** Takes no more work, aborts what runs with `reason`, and resolves when all of it has ended. */
  close(reason: Error): Promise<void>
}
