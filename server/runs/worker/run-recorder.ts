import type { DurableEvent, DurableEventBody, LiveEventBody, RunEvent } from '#shared/run-event'
import type { AuditDraft } from '../../ports/audit-store'
import type { EventBus } from '../../ports/event-bus'
import type { RunCommit, RunRow, RunStore } from '../../ports/run-store'
import { describeCall, recordEnded, recordLost, recordRefused, recordStarted } from '../../tools/call-record'
import type { ToolCallRecorder } from '../../tools/execute-tool-call'
import { createStorageRetry, type StorageRetry, type StorageRetryOptions } from '../../retry-storage'
import { unknownOutcome } from '../../tools/outcomes'
import type { AuditFact } from '../../ports/audit-fact'
import type { OpenExecution } from '../../ports/execution'
import type { ApprovalQuestion } from '../loop/run-context'
import { DeltaJoiner } from './delta-joiner'
import type { LiveSteps } from './live-steps'

const CHECKPOINT_INTERVAL_MS = 1000

export interface RecorderOptions extends StorageRetryOptions {
  readonly run: RunRow
  readonly store: RunStore
  readonly bus: EventBus
  readonly liveSteps: LiveSteps
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
      facts: [{ ...describeCall(call), step, kind: 'approval.requested', input: { reason, arguments: call.input } }],
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
    const { run } = this.options
    return {
      refused: async (request, outcome, tool) => {
        const { fact } = recordRefused(request, outcome, tool)
        await this.commit({ facts: [{ ...fact, step }], events: ([auditSeq]) => [{ type: 'tool-end', step, callId: request.callId, outcome, auditSeq }] })
      },
      started: async (call) => {
        const { fact, execution } = recordStarted(call, { runId: run.id, userId: run.userId, startedAt: this.timestamp() })
        await this.commit({ execution, facts: [{ ...fact, step }], events: ([auditSeq = 0]) => [{ type: 'tool-start', step, callId: call.callId, auditSeq }] })
      },
      ended: async (call, outcome) => {
        const { fact, execution } = recordEnded(call, outcome, this.timestamp())
        await this.commit({ execution, facts: [{ ...fact, step }], events: ([auditSeq]) => [{ type: 'tool-end', step, callId: call.callId, outcome, auditSeq }] })
      },
    }
  }

  /** Of an execution whose worker was lost: nobody knows what came of it. */
  async recordLost(lost: OpenExecution, step: number): Promise<void> {
    const { fact, execution } = recordLost(lost, this.timestamp())
    await this.commit({
      execution,
      facts: [{ ...fact, step }],
      events: ([auditSeq]) => [{ type: 'tool-end', step, callId: lost.callId, outcome: unknownOutcome(), auditSeq }],
    })
  }

  private async write({ facts = [], ...part }: CommitPart): Promise<readonly DurableEvent[]> {
    const { run, store, bus, liveSteps, draft, now, onStored } = this.options
    const at = now().toISOString()
    const actor = { userId: run.userId, userName: run.userName }
    const audit = await Promise.all(facts.map(fact => draft({ actor, conversationId: run.conversationId, runId: run.id, ...fact, at })))
    const { events } = await this.retryStorage(() => store.commit({ ...part, runId: run.id, fence: run.fence, at, audit }))
    if (part.clearCheckpoint) this.checkpointAt = undefined
    this.deltas.flush()
    for (const event of events) {
      onStored(event)
      liveSteps.addStored(event)
      void bus.publish(toPublicEvent(event))
    }
    return events
  }

  private sendLive(body: LiveEventBody): void {
    const { run, bus, liveSteps, clock } = this.options
    void bus.publish(liveSteps.add({ ...body, runId: run.id, at: this.timestamp() }))
    this.saveCheckpoint(clock.now())
  }

  /** A crash loses at most the last second of shown text. A failed checkpoint loses no fact, so it is not waited for. */
  private saveCheckpoint(now: number): void {
    // Most steps end within their first second and are never saved.
    this.checkpointAt ??= now
    if (now - this.checkpointAt < CHECKPOINT_INTERVAL_MS) return
    this.checkpointAt = now
    const { run, store, liveSteps } = this.options
    const progress = liveSteps.read(run.id)
    if (!progress) return
    const { calls: _calls, ...checkpoint } = progress
    void store.saveCheckpoint(run.id, checkpoint).catch(() => undefined)
  }
}

/** What leaves the server: everything but the vendor's own form of a turn, which is opaque, large and only for replay. */
export function toPublicEvent<Event extends RunEvent | DurableEvent>(event: Event): Event {
  if (event.type !== 'step-end' || event.native === undefined) return event
  const { native: _native, hasSealedReasoning: _sealed, ...rest } = event
  return rest as Event // The rest of a step-end is a step-end: `native` is optional.
}
