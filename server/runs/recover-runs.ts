import type { DurableEventBody } from '#shared/run-event'
import type { AuditDraft, AuditStore } from '../ports/audit-store'
import type { AuditFact } from '../ports/audit-fact'
import type { RunQueue } from '../ports/run-queue'
import type { ExecutionEnd, OpenExecution } from '../ports/execution'
import type { RunRow, RunStore } from '../ports/run-store'
import { unknownOutcome } from '../tools/outcomes'
import { RunLedger } from './run-ledger'

export interface RecoveryOptions {
  readonly store: RunStore
  readonly audit: Pick<AuditStore, 'append'>
  readonly queue: Pick<RunQueue, 'enqueue'>
  readonly draft: (fact: AuditFact) => Promise<AuditDraft>
  readonly now: () => Date
}

/**
 * What a process does with the runs that an earlier one left: what was accepted is queued again; what was worked on
 * becomes `interrupted`, with the outcome of its open executions unknown. What waits for a person goes on waiting,
 * unless that person has spoken and nobody came to act on it.
 */
export async function recoverRuns(options: RecoveryOptions): Promise<void> {
  const open = await options.store.listOpenExecutions()
  for (const run of await options.store.listUnfinished()) {
    if (run.state === 'running') await interruptRun(run, open.filter(execution => execution.runId === run.id), options)
    else if (run.state === 'queued' || await hasWord(run, options.store)) options.queue.enqueue(run.id, run.userId)
  }
  for (const execution of open.filter(({ runId }) => runId === null)) {
    await options.audit.append([await options.draft(toFact(execution, options.now()))], toEnd(execution, options.now()))
  }
}

/** Whether a person has answered since the run began to wait, or wants it stopped. */
async function hasWord({ id, lastSequence, cancelRequestedAt }: RunRow, store: RunStore): Promise<boolean> {
  const [last] = await store.readEvents(id, lastSequence - 1)
  return cancelRequestedAt !== null || last?.type !== 'run-wait'
}

async function interruptRun(run: RunRow, open: readonly OpenExecution[], options: RecoveryOptions): Promise<void> {
  const { store, draft, now } = options
  const ledger = new RunLedger()
  for (const event of await store.readEvents(run.id, 0)) ledger.add(event)
  for (const execution of open) {
    await store.commit({
      runId: run.id,
      fence: run.fence,
      at: now().toISOString(),
      audit: [await draft({ ...toFact(execution, now()), actor: run, conversationId: run.conversationId, runId: run.id, step: ledger.steps })],
      execution: toEnd(execution, now()),
      events: ([auditSeq]) => [{ type: 'tool-end', step: ledger.steps, callId: execution.callId, outcome: unknownOutcome(), auditSeq }],
    })
  }
  await store.commit({
    runId: run.id,
    fence: run.fence,
    at: now().toISOString(),
    audit: [await draft({ kind: 'run.ended', at: now().toISOString(), actor: run, conversationId: run.conversationId, runId: run.id, success: false, error: 'interrupted' })],
    change: { state: 'interrupted', usage: ledger.usage, cost: ledger.cost, endedAt: now().toISOString() },
    clearCheckpoint: true,
    events: await closingEvents(run, ledger, store),
  })
}

/** The text that was on screen when the process died is kept, up to the last checkpoint. */
async function closingEvents(run: RunRow, ledger: RunLedger, store: RunStore): Promise<() => readonly DurableEventBody[]> {
  const checkpoint = await store.readCheckpoint(run.id)
  const { usage, cost } = ledger
  return () => [
    ...(checkpoint?.reasoning ? [{ type: 'reasoning-end' as const, step: checkpoint.step, text: checkpoint.reasoning }] : []),
    ...(checkpoint?.text ? [{ type: 'text-end' as const, step: checkpoint.step, text: checkpoint.text }] : []),
    { type: 'run-end', reason: 'interrupted', usage, cost },
  ]
}

function toFact({ id, callId, toolId, definitionHash }: OpenExecution, at: Date): AuditFact {
  const [source] = toolId.split('/')
  return {
    kind: 'tool.finished', at: at.toISOString(), callId, executionId: id, source, tool: toolId.slice((source?.length ?? 0) + 1),
    definitionHash, success: false, error: 'unknown', output: unknownOutcome(),
  }
}

function toEnd({ id }: OpenExecution, at: Date): ExecutionEnd {
  return { id, state: 'interrupted', endedAt: at.toISOString(), durationMs: 0 }
}
