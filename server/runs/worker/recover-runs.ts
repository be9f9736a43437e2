import type { AuditStore } from '../../ports/audit-store'
import type { OpenExecution } from '../../ports/execution'
import type { RunLease, RunRow, RunStore } from '../../ports/run-store'
import type { RunQueue } from '../../ports/run-queue'
import { recordLost } from '../../tools/call-record'
import { type AbandonedRunOptions, endAbandonedRun } from './end-run'

export interface RecoveryOptions extends Omit<AbandonedRunOptions, 'patienceMs'> {
  readonly audit: Pick<AuditStore, 'append'>
  readonly queue: Pick<RunQueue, 'enqueue'>
  readonly lease: RunLease
  /** Whether every other process that ever held a run is known to have ended; if not, a lease must have expired. */
  readonly othersAreDead: boolean
}

/**
 * What a process does with the runs that an earlier one left: accepted ones are queued again; ones that no worker holds
 * any more are ended. A run that waits for a person keeps waiting, unless its pending user action was not carried out.
 */
export async function recoverRuns(options: RecoveryOptions): Promise<void> {
  const { store, queue } = options
  for (const run of await store.listUnfinished()) {
    if (run.state === 'running') await endIfAbandoned(run, options)
    else if (run.state === 'queued' || await hasUserAction(run, store)) await queue.enqueue(run.id, run.userId)
  }
  for (const execution of await store.listOpenExecutions()) {
    if (execution.runId === null) await closeCallByHand(execution, options)
  }
}

async function endIfAbandoned(run: RunRow, options: RecoveryOptions): Promise<void> {
  const { store, lease, now, othersAreDead } = options
  const takenOver = await store.takeOver(run.id, now().toISOString(), lease, { othersAreDead })
  // A storage that fails at the start is reported at once.
  if (takenOver) await endAbandonedRun(takenOver, { ...options, patienceMs: 0 })
}

/** Whether a person has answered since the run began to wait, or wants it stopped. */
async function hasUserAction({ id, lastSequence, cancelRequestedAt }: RunRow, store: RunStore): Promise<boolean> {
  const [last] = await store.readEvents(id, lastSequence - 1)
  return cancelRequestedAt !== null || last?.type !== 'run-wait'
}

async function closeCallByHand(lost: OpenExecution, { audit, draft, now }: RecoveryOptions): Promise<void> {
  const at = now().toISOString()
  const { fact, execution } = recordLost(lost, at)
  await audit.append([await draft({ ...fact, at })], execution)
}
