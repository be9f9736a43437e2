import type { ConsolaInstance } from 'consola'
import type { DurableEvent } from '#shared/run-event'
import { pathTo } from '#shared/run-path'
import type { AuditDraft } from '../../ports/audit-store'
import type { AuditFact } from '../../ports/audit-fact'
import type { EventBus } from '../../ports/event-bus'
import type { RunQueue } from '../../ports/run-queue'
import type { RunRow, RunStore } from '../../ports/run-store'
import type { ResolvedModel } from '../../providers/provider'
import { isStorageError } from '../../retry-storage'
import type { ToolGate } from '../../tools/execute-tool-call'
import { isCallable } from '../../tools/registered-tool'
import type { ToolRegistry } from '../../tools/registry'
import type { HideSecrets } from '../wire/clean-wire'
import { endAbandonedRun } from './end-abandoned-run'
import { endRun } from './end-run'
import { type RunClock, type RunContext, RunStopped } from '../loop/run-context'
import { onlyStops } from './only-stops'
import type { RunLeases } from './run-leases'
import { RunLedger } from '../loop/run-ledger'
import { type LoopResult, runLoop } from '../loop/run-loop'
import { RunRecorder } from './run-recorder'
import { toRunError } from '../loop/run-step'
import type { Shutdown } from './shutdown'
import { createTranscript, type Transcript } from '../loop/transcript'
import { WireCapture } from '../wire/wire-capture'

export interface RunWorkerOptions {
  readonly store: RunStore
  readonly bus: EventBus
  readonly queue: Pick<RunQueue, 'enqueue'>
  readonly leases: RunLeases
  readonly registry: ToolRegistry
  readonly gate: ToolGate
  readonly resolveModel: (model: string) => Promise<ResolvedModel>
  readonly draft: (fact: AuditFact) => Promise<AuditDraft>
  /** Whether this person may act at this moment. */
  readonly isActive: (userId: string) => Promise<boolean>
  readonly clock: RunClock
  readonly now: () => Date
  readonly newId: () => string
  readonly log: Pick<ConsolaInstance, 'error'>
  readonly shutdown: Pick<Shutdown, 'closing' | 'deadline'>
  /** Absent: what goes over the wire is not kept. */
  readonly hideSecrets?: HideSecrets
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
    if (run) queue.enqueue(runId, run.userId)
  }
  catch (error) {
    if (isStorageError(error)) await enqueueLater(runId, options)
  }
}

async function workOn(run: RunRow, signal: AbortSignal, options: RunWorkerOptions): Promise<void> {
  const ledger = new RunLedger()
  const transcript = createTranscript()
  const onStored = (event: DurableEvent) => {
    ledger.add(event)
    transcript.add(event)
  }
  const recorder = new RunRecorder({ ...options, deadline: options.shutdown.deadline, run, onStored })
  try {
    await readHistory(run, options.store, ledger, transcript)
    // Asked before the cancel request, which says nothing of who made it.
    if (!await options.isActive(run.userId)) throw new RunStopped('cancelled', 'account-inactive')
    if (run.cancelRequestedAt) throw new RunStopped('cancelled')
    const result = await runLoop(await buildContext(run, { options, ledger, transcript, recorder, signal }))
    await conclude(recorder, ledger, result)
  }
  catch (error) {
    await endAfterError(recorder, ledger, { error: signal.aborted ? signal.reason : error, runId: run.id, log: options.log })
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

interface ContextParts {
  readonly options: RunWorkerOptions
  readonly ledger: RunLedger
  readonly transcript: Transcript
  readonly recorder: RunRecorder
  readonly signal: AbortSignal
}

async function buildContext(run: RunRow, { options, ledger, transcript, recorder, signal }: ContextParts): Promise<RunContext> {
  const { provider, connection, modelId, prices, capabilities } = await options.resolveModel(run.model)
  const selected = run.tools.flatMap(name => options.registry.find(name) ?? [])
  const offered = selected.filter(isCallable)
  const strict = offered.filter(tool => tool.strict).map(tool => tool.definition.name)
  return {
    runId: run.id,
    provider,
    connection,
    model: modelId,
    ...(prices && { prices }),
    ...(capabilities && { capabilities }),
    ...(run.system && { system: run.system }),
    settings: run.settings,
    limits: run.limits,
    tools: offered.map(tool => tool.definition),
    ...(strict.length > 0 && { strictTools: new Set(strict) }),
    describeTool: (name) => {
      const tool = selected.find(candidate => candidate.definition.name === name)
      return tool ? { originalName: tool.originalName, sourceId: tool.source.id } : {}
    },
    ledger,
    transcript,
    record: (events, change, wire) => recorder.record(events, change, wire),
    ask: question => recorder.ask(question),
    publish: event => recorder.publish(event),
    ...captureOption(options.hideSecrets, { adapter: provider.id, endpoint: connection.baseUrl ?? provider.officialBaseUrl }),
    execute: callTools(run, { gate: options.gate, recorder, signal }),
    signal,
    clock: options.clock,
  }
}

interface ToolParts { readonly gate: ToolGate, readonly recorder: RunRecorder, readonly signal: AbortSignal }

function callTools(run: RunRow, { gate, recorder, signal }: ToolParts): RunContext['execute'] {
  const { id: runId, userId, conversationId } = run
  return (call, step) => gate(
    { ...call, initiator: 'model', offered: run.tools, scope: `${runId}/${step}` },
    {
      userId,
      conversationId,
      runId,
      recorder: recorder.gateRecorder(step),
      signal: onlyStops(signal),
      onProgress: progress => recorder.publish({ type: 'tool-progress', callId: call.callId, ...progress }),
    },
  )
}

function captureOption(hide: HideSecrets | undefined, to: { readonly adapter: string, readonly endpoint: string }): Pick<RunContext, 'captureWire'> {
  return hide ? { captureWire: (step, attempt) => new WireCapture({ ...to, step, attempt, hide }) } : {}
}

async function conclude(recorder: RunRecorder, ledger: RunLedger, result: LoopResult): Promise<void> {
  if (result.status === 'waiting') {
    await recorder.record([{ type: 'run-wait', for: 'approval', callIds: [...result.callIds] }], { state: 'waiting', usage: ledger.usage, cost: ledger.cost })
    return
  }
  const { reason, limit, message } = result
  const code = reason === 'failed' ? 'provider-protocol' : reason
  await endRun(recorder, ledger, { reason, limit, ...(message && { error: { code, message, retryable: reason === 'failed' } }) })
}

interface RunFault { readonly error: unknown, readonly runId: string, readonly log: RunWorkerOptions['log'] }

async function endAfterError(recorder: RunRecorder, ledger: RunLedger, { error, runId, log }: RunFault): Promise<void> {
  if (error instanceof RunStopped) {
    await endRun(recorder, ledger, { reason: error.reason, cancelCause: error.cancelCause })
    return
  }
  const runError = toRunError(error)
  log.error('A run failed.', { runId, code: runError.code, error })
  await endRun(recorder, ledger, { reason: 'failed', error: runError })
}
