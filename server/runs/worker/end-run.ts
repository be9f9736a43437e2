import type { DurableEventBody, RunError, RunEndReason } from '#shared/run-event'
import { neverMade } from '../../tools/outcomes'
import type { CancelCause } from '../loop/run-context'
import type { RunLedger } from '../loop/run-ledger'
import type { RunRecorder } from './run-recorder'

export interface RunEnding {
  readonly reason: RunEndReason
  readonly limit?: string
  readonly error?: RunError
  /** What was streamed and not stored when the worker was lost. */
  readonly streamed?: readonly DurableEventBody[]
  readonly cancelCause?: CancelCause
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
      ...open.map(({ callId }) => ({ type: 'tool-end' as const, step: ledger.steps, callId, outcome: neverMade() })),
      { type: 'run-end', reason, usage, cost, ...(limit && { limit }), ...(error && { error }) },
    ],
  })
}
