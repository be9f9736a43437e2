import type { ConsolaInstance } from 'consola'
import type { DurableEvent, DurableEventBody, RunEndReason, RunErrorCode } from '#shared/run-event'
import { pathTo } from '#shared/run-path'
import type { AuditDraft } from '../../ports/audit-store'
import type { AuditFact } from '../../ports/audit-fact'
import type { EventBus } from '../../ports/event-bus'
import type { RunQueue } from '../../ports/run-queue'
import type { RunRow, RunStore } from '../../ports/run-store'
import { AppError } from '../../errors'
import { isStorageError } from '../../retry-storage'
import { buildRunContext, type ContextOptions } from './build-run-context'
import { endAbandonedRun, endRun, readLedger } from './end-run'
import { RunStopped } from '../../ports/run-stopped'
import type { LiveSteps } from './live-steps'
import type { RunLeases } from './run-leases'
import { RunLedger } from '../loop/run-ledger'
import { type LoopResult, runLoop } from '../loop/run-loop'
import { RunRecorder } from './run-recorder'
import { toRunError } from '../loop/run-step'
import type { Shutdown } from './shutdown'
import { createTranscript, type Transcript } from '../loop/transcript'

export interface RunWorkerOptions extends ContextOptions {
  readonly store: RunStore
  readonly bus: EventBus
  readonly liveSteps: LiveSteps
  readonly queue: Pick<RunQueue, 'enqueue'>
  readonly leases: RunLeases
  readonly draft: (fact: AuditFact) => Promise<AuditDraft>
  /** Whether this person may act at this moment. */
  readonly isActive: (userId: string) => Promise<boolean>
  readonly now: () => Date
  readonly newId: () => string
  readonly log: Pick<ConsolaInstance, 'error'>
  readonly shutdown: Pick<Shutdown, 'closing' | 'deadline'>
}

type Worker = (runId: string, signal: AbortSignal) => Promise<void>

/** When a run that could not be recorded gets its next turn. */
const NEXT_TURN_MS = 5000

/** Takes one run from the queue as far as it goes: to its end, or to a question for a person. Never throws. */
export function createRunWorker(options: RunWorkerOptions): Worker {
  const { leases, log } = options
  return async (runId, signal) => {
    // Held before it is claimed, so that the lease of a claimed run is always renewed.
    leases.hold(runId)
    try {
      await takeTurn(runId, signal, options)
    }
    catch (error) {
      log.error('A run could not be recorded.', { runId, error })
      if (isStorageError(error)) void enqueueLater(runId, options)
    }
    finally {
      leases.release(runId)
    }
  }
}

/** The queue has one worker per run, so a run of this process that is `running` here has lost its worker. */
async function takeTurn(runId: string, signal: AbortSignal, options: RunWorkerOptions): Promise<void> {
  const { store, leases, now, shutdown } = options
  const at = now().toISOString()
  const run = await store.claim(runId, at, leases.current())
  if (run) return workOn(run, signal, options)
  const abandoned = await store.takeOver(runId, at, leases.current())
  if (abandoned) await endAbandonedRun(abandoned, { ...options, deadline: shutdown.deadline })
}

/** The row stays as it is until the storage answers again: a queued run is worked on then, a lost one is ended. */
async function enqueueLater(runId: string, options: RunWorkerOptions): Promise<void> {
  const { clock, store, queue, shutdown } = options
  try {
    await clock.wait(NEXT_TURN_MS, shutdown.closing)
    const run = await store.read(runId)
    if (run) await queue.enqueue(runId, run.userId)
  }
  catch (error) {
    if (isStorageError(error)) await enqueueLater(runId, options)
  }
}

async function workOn(run: RunRow, signal: AbortSignal, options: RunWorkerOptions): Promise<void> {
  const ledger = new RunLedger()
  const transcript = createTranscript()
  const onRecord = (event: DurableEventBody) => {
    ledger.add(event)
    transcript.add(event)
  }
  const recorder = new RunRecorder({ ...options, deadline: options.shutdown.deadline, run, onRecord })
  try {
    await readHistory(run, options.store, ledger, transcript)
    // Asked before the cancel request, which says nothing of who made it.
    if (!await options.isActive(run.userId)) throw new RunStopped('cancelled', 'account-inactive')
    if (run.cancelRequestedAt) throw new RunStopped('cancelled')
    const context = await buildRunContext(run, { options, ledger, transcript, recorder, signal })
    let result = await runLoop(context)
    while (result.status === 'waiting' && !await recordWait(result.callIds, { run, store: options.store, ledger, recorder, onRecord })) {
      result = await runLoop(context)
    }
    if (result.status === 'ended') await recordEnd(recorder, ledger, result)
  }
  catch (error) {
    // What could not be stored is no part of the run.
    const stored = isStorageError(error) ? await readLedger(run.id, options.store) : ledger
    await endAfterError(recorder, stored, { error: signal.aborted ? signal.reason : error, runId: run.id, log: options.log })
  }
}

/** The transcript spans the runs that lead to this one; the ledger only this run. */
async function readHistory(run: RunRow, store: RunStore, ledger: RunLedger, transcript: Transcript): Promise<void> {
  const path = new Set(pathTo(await store.listByConversation(run.conversationId, run.userId), run.id).map(({ id }) => id))
  for (const event of await store.readConversationEvents(run.conversationId)) {
    if (!path.has(event.runId)) continue
    transcript.add(event)
    if (event.runId === run.id) ledger.add(event)
  }
}

interface WaitParts {
  readonly run: RunRow
  readonly store: RunStore
  readonly ledger: RunLedger
  readonly recorder: RunRecorder
  readonly onRecord: (event: DurableEventBody) => void
}

/**
 * Ends this turn, until a person answers. False when somebody has answered while the run was worked on: then the loop
 * goes on with that answer, which no later turn would look for.
 */
async function recordWait(callIds: readonly string[], { run, store, ledger, recorder, onRecord }: WaitParts): Promise<boolean> {
  await recorder.record([])
  const stored = await store.readEvents(run.id, 0)
  const last = stored.at(-1)
  const answers = callIds.flatMap(callId => findAnswer(callId, stored) ?? [])
  answers.forEach(onRecord)
  if (answers.length > 0) return false
  const { usage, cost } = ledger
  // A turn that came to nothing new waits on, without a second event.
  const events: DurableEventBody[] = last?.type === 'run-wait' ? [] : [{ type: 'run-wait', for: 'approval', callIds: [...callIds] }]
  try {
    await recorder.commit({ events: () => events, change: { state: 'waiting', usage, cost }, ifLastSequence: last?.sequence })
    return true
  }
  catch (error) {
    if (error instanceof AppError && error.code === 'conflict' && error.retryable) return false
    throw error
  }
}

/** The answer to the newest question about a call; a call that has changed since an answer is asked about again. */
function findAnswer(callId: string, stored: readonly DurableEvent[]): DurableEvent | undefined {
  const newest = stored.findLast(event => 'callId' in event && event.callId === callId
    && (event.type === 'approval-request' || event.type === 'approval-response'))
  return newest?.type === 'approval-response' ? newest : undefined
}

async function recordEnd(recorder: RunRecorder, ledger: RunLedger, result: Extract<LoopResult, { status: 'ended' }>): Promise<void> {
  const { reason, limit, message } = result
  const code = CODE_OF_REASON[reason]
  await endRun(recorder, ledger, { reason, limit, ...(code && message && { error: { code, message, retryable: reason === 'failed' } }) })
}

/** Of the ends that the model's answer brings about; every other end has its error, or none, from elsewhere. */
const CODE_OF_REASON: Readonly<Partial<Record<RunEndReason, RunErrorCode>>> = {
  failed: 'provider-protocol', limited: 'limited', refused: 'refused',
}

interface FailedRun { readonly error: unknown, readonly runId: string, readonly log: RunWorkerOptions['log'] }

async function endAfterError(recorder: RunRecorder, ledger: RunLedger, { error, runId, log }: FailedRun): Promise<void> {
  if (error instanceof RunStopped) {
    await endRun(recorder, ledger, { reason: error.reason, cancelCause: error.cancelCause })
    return
  }
  const runError = toRunError(error)
  log.error('A run failed.', { runId, code: runError.code, error })
  await endRun(recorder, ledger, { reason: 'failed', error: runError })
}
