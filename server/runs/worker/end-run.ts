import type { DurableEventBody, RunEndReason, RunError } from '#shared/run-event'
import type { RunStop } from '../../ports/run-stopped'
import { notStarted } from '../../tools/outcomes'
import { RunLedger } from '../loop/run-ledger'
import { type RecorderOptions, RunRecorder } from './run-recorder'
import type { RunRow, RunStore } from '../../ports/run-store'

export interface RunEnding {
  readonly reason: RunEndReason
  readonly limit?: string
  readonly error?: RunError
  /** What was streamed and not stored when the worker was lost. */
  readonly streamed?: readonly DurableEventBody[]
  readonly cancelCause?: RunStop['cancelCause']
}

/**
 * Closes a run in one commit. Calls that never ran are answered as cancelled, so that the history stays valid;
 * an interrupted run keeps them open, because it may be resumed.
 */
export async function endRun(recorder: RunRecorder, ledger: RunLedger, ending: RunEnding): Promise<void> {
  const { reason, limit, error, cancelCause, streamed = [] } = ending
  const open = reason === 'interrupted' ? [] : ledger.openCalls()
  const { usage, cost } = ledger
  await recorder.commit({
    facts: [{
      kind: 'run.ended', success: reason === 'completed', error: error?.code ?? (reason === 'completed' ? undefined : reason),
      ...(cancelCause && { input: { reason: cancelCause } }),
    }],
    change: { state: reason, usage, cost, error: error ?? null, endedAt: recorder.timestamp() },
    clearCheckpoint: true,
    events: () => [
      ...streamed,
      ...open.map(({ callId }) => ({ type: 'tool-end' as const, step: ledger.steps, callId, outcome: notStarted() })),
      { type: 'run-end', reason, usage, cost, ...(limit && { limit }), ...(error && { error }) },
    ],
  })
}

export type AbandonedRunOptions = Omit<RecorderOptions, 'run' | 'onRecord'>

/**
 * Ends a run whose worker is gone: as cancelled when a person wanted that, otherwise as interrupted. What its tools
 * did is unknown, and audited so.
 */
export async function endAbandonedRun(run: RunRow, options: AbandonedRunOptions): Promise<void> {
  const { store } = options
  const ledger = await readLedger(run.id, store)
  const recorder = new RunRecorder({ ...options, run, onRecord: event => ledger.add(event) })
  for (const execution of await store.listOpenExecutions()) {
    if (execution.runId === run.id) await recorder.recordLost(execution, ledger.steps)
  }
  const reason = run.cancelRequestedAt === null ? 'interrupted' : 'cancelled'
  await endRun(recorder, ledger, { reason, streamed: await readStreamed(run, store) })
}

/** Where a run stands by what is stored of it. */
export async function readLedger(runId: string, store: Pick<RunStore, 'readEvents'>): Promise<RunLedger> {
  const ledger = new RunLedger()
  for (const event of await store.readEvents(runId, 0)) ledger.add(event)
  return ledger
}

/** The text that was on screen when the worker was lost is kept, up to the last checkpoint. `run`: as it was found. */
async function readStreamed(run: RunRow, store: RunStore): Promise<readonly DurableEventBody[]> {
  const checkpoint = await store.readCheckpoint(run.id)
  // What was stored after it holds what it holds: reasoning is stored in mid-step, with the text before it.
  if (checkpoint?.after !== run.lastSequence) return []
  const { step, reasoning, text } = checkpoint
  return [
    ...(reasoning ? [{ type: 'reasoning-end' as const, step, text: reasoning }] : []),
    ...(text ? [{ type: 'text-end' as const, step, text }] : []),
  ]
}
