import type { DurableEventBody } from '#shared/run-event'
import type { RunRow, RunStore } from '../../ports/run-store'
import { endRun } from './end-run'
import { RunLedger } from '../loop/run-ledger'
import { type RecorderOptions, RunRecorder } from './run-recorder'

export type AbandonedRunOptions = Omit<RecorderOptions, 'run' | 'onStored'>

/**
 * Ends a run whose worker is gone: as cancelled when a person wanted that, otherwise as interrupted. What its tools
 * did is unknown, and audited so.
 */
export async function endAbandonedRun(run: RunRow, options: AbandonedRunOptions): Promise<void> {
  const { store } = options
  const ledger = new RunLedger()
  for (const event of await store.readEvents(run.id, 0)) ledger.add(event)
  const recorder = new RunRecorder({ ...options, run, onStored: event => ledger.add(event) })
  for (const execution of await store.listOpenExecutions()) {
    if (execution.runId === run.id) await recorder.recordLost(execution, ledger.steps)
  }
  const reason = run.cancelRequestedAt === null ? 'interrupted' : 'cancelled'
  await endRun(recorder, ledger, { reason, streamed: await readStreamed(run.id, store) })
}

/** The text that was on screen when the worker was lost is kept, up to the last checkpoint. */
async function readStreamed(runId: string, store: RunStore): Promise<readonly DurableEventBody[]> {
  const { step = 0, reasoning = '', text = '' } = await store.readCheckpoint(runId) ?? {}
  return [
    ...(reasoning ? [{ type: 'reasoning-end' as const, step, text: reasoning }] : []),
    ...(text ? [{ type: 'text-end' as const, step, text }] : []),
  ]
}
