import type { DurableEvent, DurableEventBody, LiveEventBody, StreamedPart } from '#shared/run-event'
import type { AuditDraft } from '../../ports/audit-store'
import type { EventBus } from '../../ports/event-bus'
import type { RunCommit, RunRow, RunStore, StepCheckpoint } from '../../ports/run-store'
import { describeCall, recordEnded, recordLost, recordRefused, recordStarted } from '../../tools/call-record'
import type { ToolCallRecorder } from '../../tools/execute-tool-call'
import { createStorageRetry, isStorageError, type StorageRetry, type StorageRetryOptions } from '../../retry-storage'
import { unknownOutcome } from '../../tools/outcomes'
import type { AuditFact } from '../../ports/audit-fact'
import type { OpenExecution } from '../../ports/execution'
import type { ApprovalQuestion } from '../loop/run-context'
import { DeltaJoiner } from './delta-joiner'
import type { LiveSteps, StepProgress } from './live-steps'
import { toPublicEvent } from './public-event'

const CHECKPOINT_INTERVAL_MS = 1000

export interface RecorderOptions extends StorageRetryOptions {
  readonly run: RunRow
  readonly store: RunStore
  readonly bus: EventBus
  readonly liveSteps: LiveSteps
  readonly draft: (fact: AuditFact) => Promise<AuditDraft>
  readonly newId: () => string
  readonly now: () => Date
  /** Called with each event, in order, before it is committed; only committed events are published. */
  readonly onRecord: (event: DurableEventBody) => void
}

type CommitPart = Pick<RunCommit, 'events' | 'change' | 'ifLastSequence' | 'execution' | 'clearCheckpoint' | 'wire'> & {
  readonly facts?: readonly Omit<AuditFact, 'at'>[]
}

/** A part that waits for the next commit. */
interface WaitingPart {
  readonly part: CommitPart
  readonly isStaged: boolean
  readonly settle: PromiseWithResolvers<readonly DurableEvent[]>
}

interface FailedParts { readonly parts: readonly WaitingPart[], readonly thrown: unknown }

/**
 * The one writer of a run while it is worked on: persist, then publish. One commit is under way at a time; what is
 * recorded meanwhile shares the next one, so that parallel tool calls wait for the disk together and are published in order.
 */
export class RunRecorder {
  private waiting: WaitingPart[] = []
  private isWriting = false
  private stagedError: { readonly thrown: unknown } | undefined
  private checkpointAt: number | undefined
  private readonly retryStorage: StorageRetry
  private readonly deltas = new DeltaJoiner(event => this.sendLive(event))

  constructor(private readonly options: RecorderOptions) {
    this.retryStorage = createStorageRetry(options)
  }

  async record(
    events: readonly DurableEventBody[], change?: RunCommit['change'], wire?: RunCommit['wire'],
  ): Promise<readonly DurableEvent[]> {
    return this.commit(toPart(events, change, wire))
  }

  /** Like `record`, and waits for nothing: it shares the commit of what comes next, at the latest that of this turn of the event loop. */
  stage(events: readonly DurableEventBody[], wire?: RunCommit['wire']): void {
    this.stagePart(toPart(events, undefined, wire))
  }

  /** Rejects when this part was not committed, or one that was staged before it. */
  commit(part: CommitPart): Promise<readonly DurableEvent[]> {
    const { stagedError } = this
    this.stagedError = undefined
    if (stagedError) return Promise.reject(stagedError.thrown)
    const { promise } = this.enqueue(part, false)
    void this.writeWaiting()
    return promise
  }

  private stagePart(part: CommitPart): void {
    this.enqueue(part, true).promise.catch(() => undefined)
    setImmediate(() => void this.writeWaiting())
  }

  private enqueue(part: CommitPart, isStaged: boolean): PromiseWithResolvers<readonly DurableEvent[]> {
    const settle = Promise.withResolvers<readonly DurableEvent[]>()
    this.waiting.push({ part, isStaged, settle })
    part.events([]).forEach(this.options.onRecord)
    return settle
  }

  private async writeWaiting(): Promise<void> {
    if (this.isWriting) return
    this.isWriting = true
    while (this.waiting.length > 0) {
      const parts = this.waiting
      this.waiting = []
      const failed = await this.writeParts(parts)
      // The caller of a part that is not staged gets its error; the error of a staged part is thrown by the next commit.
      if (failed && failed.parts.every(({ isStaged }) => isStaged)) this.stagedError = failed
    }
    this.isWriting = false
  }

  /** Together; when the store rejects one of them, each alone, so that only that one fails. */
  private async writeParts(parts: readonly WaitingPart[]): Promise<FailedParts | undefined> {
    try {
      const written = await this.write(parts.map(({ part }) => part))
      parts.forEach(({ settle }, index) => settle.resolve(written[index] ?? []))
      return undefined
    }
    catch (thrown) {
      if (parts.length > 1 && !isStorageError(thrown)) return this.writeEach(parts)
      parts.forEach(({ settle }) => settle.reject(thrown))
      return { parts, thrown }
    }
  }

  private async writeEach(parts: readonly WaitingPart[]): Promise<FailedParts | undefined> {
    const failed: FailedParts[] = []
    for (const part of parts) failed.push(...[await this.writeParts([part])].filter(result => result !== undefined))
    const [first] = failed
    return first && { parts: failed.flatMap(result => result.parts), thrown: first.thrown }
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
        await this.commit({
          facts: [{ ...fact, step }], events: ([auditSeq]) => [{ type: 'tool-end', step, callId: request.callId, outcome, auditSeq }],
        })
      },
      started: async (call) => {
        const { fact, execution } = recordStarted(call, { runId: run.id, userId: run.userId, startedAt: this.timestamp() })
        await this.commit({
          execution, facts: [{ ...fact, step }], events: ([auditSeq = 0]) => [{ type: 'tool-start', step, callId: call.callId, auditSeq }],
        })
      },
      ended: async (call, outcome) => {
        const { fact, execution } = recordEnded(call, outcome, this.timestamp())
        // Shares the commit of the next step's start, before which nothing leaves the process that depends on it.
        this.stagePart({
          execution, facts: [{ ...fact, step }],
          events: ([auditSeq]) => [{ type: 'tool-end', step, callId: call.callId, outcome, auditSeq }],
        })
      },
    }
  }

  /** Of an execution whose worker was lost: its outcome is unknown. */
  async recordLost(lost: OpenExecution, step: number): Promise<void> {
    const { fact, execution } = recordLost(lost, this.timestamp())
    await this.commit({
      execution,
      facts: [{ ...fact, step }],
      events: ([auditSeq]) => [{ type: 'tool-end', step, callId: lost.callId, outcome: unknownOutcome(), auditSeq }],
    })
  }

  private async write(parts: readonly CommitPart[]): Promise<readonly (readonly DurableEvent[])[]> {
    const { store } = this.options
    const at = this.timestamp()
    const commits = await Promise.all(parts.map(part => this.toCommit(part, at)))
    const committed = await this.retryStorage(() => store.commitAll(commits))
    if (parts.some(part => part.clearCheckpoint)) this.checkpointAt = undefined
    this.deltas.flush()
    return committed.map(({ events }) => {
      events.forEach(event => this.publishStored(event))
      return events
    })
  }

  private async toCommit({ facts = [], ...part }: CommitPart, at: string): Promise<RunCommit> {
    const { run, draft } = this.options
    const { userId, userName, conversationId } = run
    const audit = await Promise.all(facts.map(fact => draft({ actor: { userId, userName }, conversationId, runId: run.id, ...fact, at })))
    return { ...part, runId: run.id, fence: run.fence, at, audit }
  }

  private publishStored(event: DurableEvent): void {
    this.options.liveSteps.addStored(event)
    void this.options.bus.publish(toPublicEvent(event))
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
    void store.saveCheckpoint(run.id, toCheckpoint(progress)).catch(() => undefined)
  }
}

function toCheckpoint({ step, after, parts }: StepProgress): StepCheckpoint {
  const join = (type: StreamedPart['type']) => parts.flatMap(part => part.type === type ? part.text : []).join('')
  return { step, after, text: join('text'), reasoning: join('reasoning') }
}

function toPart(events: readonly DurableEventBody[], change?: RunCommit['change'], wire?: RunCommit['wire']): CommitPart {
  return { events: () => events, change, wire, clearCheckpoint: events.some(event => event.type === 'step-end') }
}
