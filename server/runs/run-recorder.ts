import type { DurableEvent, DurableEventBody, LiveEventBody } from '#shared/run-event'
import type { ToolOutcome } from '#shared/tool-outcome'
import type { AuditDraft } from '../ports/audit-store'
import type { EventBus } from '../ports/event-bus'
import type { RunCommit, RunRow, RunStore } from '../ports/run-store'
import type { AdmittedCall, ToolCallInQuestion, ToolCallRecorder } from '../tools/execute-tool-call'
import { createStorageRetry, type StorageRetry, type StorageRetryOptions } from '../retry-storage'
import { toExecutionState } from '../tools/execution-state'
import { unknownOutcome } from '../tools/outcomes'
import type { AuditFact } from '../ports/audit-fact'
import type { OpenExecution } from '../ports/execution'
import type { ApprovalQuestion } from './run-context'
import { DeltaJoiner } from './delta-joiner'
import { toLostEnd, toLostFact } from './lost-execution'
import { toPublicEvent } from './to-public-event'

const CHECKPOINT_INTERVAL_MS = 1000

export interface RecorderOptions extends StorageRetryOptions {
  readonly run: RunRow
  readonly store: RunStore
  readonly bus: EventBus
  readonly draft: (fact: AuditFact) => Promise<AuditDraft>
  readonly newId: () => string
  readonly now: () => Date
  /** Is told of each event after it was committed and before it is published. */
  readonly onStored: (event: DurableEvent) => void
}

type CommitPart = Pick<RunCommit, 'events' | 'change' | 'execution' | 'clearCheckpoint' | 'wire'> & { readonly facts?: readonly Omit<AuditFact, 'at'>[] }

/**
 * The one writer of a run while it is worked on: persist, then publish. Commits go one after the other, so that
 * parallel tool calls cannot publish out of order.
 */
export class RunRecorder {
  private tail: Promise<unknown> = Promise.resolve()
  private checkpointAt: number | undefined
  private readonly retryStorage: StorageRetry
  private readonly deltas = new DeltaJoiner(event => this.sendLive(event))
  private readonly executionIds = new Map<string, string>()

  constructor(private readonly options: RecorderOptions) {
    this.retryStorage = createStorageRetry(options)
  }

  async record(events: readonly DurableEventBody[], change?: RunCommit['change'], wire?: RunCommit['wire']): Promise<readonly DurableEvent[]> {
    const endsStep = events.some(event => event.type === 'step-end')
    return this.commit({ events: () => events, change, wire, clearCheckpoint: endsStep })
  }

  commit(part: CommitPart): Promise<readonly DurableEvent[]> {
    const result = this.tail.then(() => this.write(part))
    // The next commit must not fail because this one did; whoever awaits this one is told.
    this.tail = result.catch(() => undefined)
    return result
  }

  ask({ step, call, reason, binding }: ApprovalQuestion): Promise<readonly DurableEvent[]> {
    return this.commit({
      facts: [{ ...callFact(call, step), kind: 'approval.requested', input: { reason, arguments: call.input } }],
      events: () => [{ type: 'approval-request', step, callId: call.callId, reason, binding }],
    })
  }

  publish(body: LiveEventBody): void {
    this.deltas.add(body)
  }

  timestamp(): string {
    return this.options.now().toISOString()
  }

  /** What the gate writes to, for calls of one step. */
  gateRecorder(step: number): ToolCallRecorder {
    return {
      refused: async (request, outcome, tool) => {
        await this.commit({
          events: ([auditSeq]) => [{ type: 'tool-end', step, callId: request.callId, outcome, auditSeq }],
          facts: [{
            kind: 'tool.refused', step, callId: request.callId, tool: request.name, source: tool?.source.id,
            definitionHash: tool?.fingerprint, success: false, durationMs: 0, error: outcome.status,
            input: request.arguments.ok ? request.arguments.value : request.arguments.text, output: outcome,
          }],
        })
      },
      started: call => this.recordStart(call, step),
      ended: (call, outcome) => this.recordEnd(call, step, outcome),
    }
  }

  /** Of an execution whose worker was lost: nobody knows what came of it. */
  async recordLost(execution: OpenExecution, step: number): Promise<void> {
    await this.commit({
      execution: toLostEnd(execution, this.timestamp()),
      facts: [{ ...toLostFact(execution), step }],
      events: ([auditSeq]) => [{ type: 'tool-end', step, callId: execution.callId, outcome: unknownOutcome(), auditSeq }],
    })
  }

  private async recordStart(call: AdmittedCall, step: number): Promise<void> {
    const { run, newId, now } = this.options
    const id = newId()
    this.executionIds.set(call.callId, id)
    await this.commit({
      execution: {
        id, state: 'started', idempotencyKey: call.idempotencyKey, runId: run.id, callId: call.callId, userId: run.userId,
        toolId: call.tool.id, definitionHash: call.tool.fingerprint, argumentsHash: call.argumentsHash, startedAt: now().toISOString(),
      },
      facts: [{ ...callFact(call, step), executionId: id, kind: 'tool.started', input: call.input }],
      events: ([auditSeq = 0]) => [{ type: 'tool-start', step, callId: call.callId, auditSeq }],
    })
  }

  private async recordEnd(call: AdmittedCall, step: number, outcome: ToolOutcome): Promise<void> {
    const id = this.executionIds.get(call.callId) ?? ''
    await this.commit({
      execution: { id, state: toExecutionState(outcome), endedAt: this.options.now().toISOString(), durationMs: outcome.durationMs },
      facts: [{
        ...callFact(call, step), executionId: id, kind: 'tool.finished', success: outcome.status === 'ok', durationMs: outcome.durationMs,
        error: outcome.status === 'ok' ? undefined : outcome.status, input: call.input, output: outcome,
      }],
      events: ([auditSeq]) => [{ type: 'tool-end', step, callId: call.callId, outcome, auditSeq }],
    })
  }

  private async write({ facts = [], ...part }: CommitPart): Promise<readonly DurableEvent[]> {
    const { run, store, bus, draft, now, onStored } = this.options
    const at = now().toISOString()
    const actor = { userId: run.userId, userName: run.userName }
    const audit = await Promise.all(facts.map(fact => draft({ actor, conversationId: run.conversationId, runId: run.id, ...fact, at })))
    const { events } = await this.retryStorage(() => store.commit({ ...part, runId: run.id, fence: run.fence, at, audit }))
    if (part.clearCheckpoint) this.checkpointAt = undefined
    this.deltas.flush()
    for (const event of events) {
      onStored(event)
      bus.publish(toPublicEvent(event))
    }
    return events
  }

  private sendLive(body: LiveEventBody): void {
    const { run, bus, clock } = this.options
    bus.publish({ ...body, runId: run.id, at: this.timestamp() })
    this.saveCheckpoint(clock.now())
  }

  /** A crash loses at most the last second of shown text. A failed checkpoint loses no fact, so it is not waited for. */
  private saveCheckpoint(now: number): void {
    // Most steps end within their first second and are never saved.
    this.checkpointAt ??= now
    if (now - this.checkpointAt < CHECKPOINT_INTERVAL_MS) return
    this.checkpointAt = now
    const snapshot = this.options.bus.readSnapshot(this.options.run.id)
    if (!snapshot) return
    const { step, text, reasoning } = snapshot
    void this.options.store.saveCheckpoint(this.options.run.id, { step, text, reasoning }).catch(() => undefined)
  }
}

function callFact({ tool, callId }: ToolCallInQuestion, step: number) {
  return { step, callId, tool: tool.definition.name, source: tool.source.id, definitionHash: tool.fingerprint }
}
