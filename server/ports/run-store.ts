import type { ConversationPatch } from '#shared/conversation'
import type { DurableEvent, DurableEventBody, RunError, Usage } from '#shared/run-event'
import type { ModelSettings } from '#shared/model-settings'
import type { RunLimits, RunState } from '#shared/run'
import type { AuditDraft } from './audit-store'
import type { ExecutionChange, OpenExecution } from './execution'

export interface RunRow {
  readonly id: string
  readonly conversationId: string
  /** The run that it follows in its conversation; `null`: it is a first one. */
  readonly parent: string | null
  readonly userId: string
  readonly userName: string
  readonly state: RunState
  readonly model: string
  readonly system: string | null
  readonly limits: RunLimits
  readonly settings: ModelSettings
  /** Exposed names of the tools offered. */
  readonly tools: readonly string[]
  /** Rises with each worker; a write with an older one is rejected. */
  readonly fence: number
  readonly lastSequence: number
  readonly steps: number
  readonly usage: Usage
  readonly cost: number | null
  readonly error: RunError | null
  readonly cancelRequestedAt: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
}

/** Which worker holds a run, and how long it counts as alive unless it renews the lease. Of meaning only while the run is `running`. */
export interface RunLease {
  /** One process. */
  readonly owner: string
  readonly expiresAt: string
}

export interface AcceptedRun {
  readonly row: Omit<RunRow, 'parent'>
  /** Absent: it follows the newest run of its conversation. */
  readonly parent?: string | null
  readonly event: DurableEventBody
  readonly audit: readonly AuditDraft[]
  readonly at: string
  /** What its conversation takes over from the request; the rest of it stays. */
  readonly conversation?: ConversationPatch
  /** Same key and same hash answer the run that is already there; another hash is an error. */
  readonly idempotency?: { readonly key: string, readonly bodyHash: string }
}

/** What went over the wire for one attempt of a step: without secrets and long media, ready to be stored. */
export interface StepWire {
  readonly step: number
  readonly attempt: number
  readonly adapter: string
  readonly endpoint: string
  readonly encoding: 'plain' | 'zstd'
  /** UTF-8 text in `encoding`, like the response: the vendor's events, one a line. */
  readonly request: Uint8Array
  readonly response: Uint8Array
  /** Whether the response was longer than what is kept. */
  readonly cut: boolean
}

/** One state change of a run: events, audit, execution and run row in one transaction, or none of it. */
export interface RunCommit {
  readonly runId: string
  /** The writer's fence. `null` for what a person adds (an answer), which needs no worker. */
  readonly fence: number | null
  /** Rejected when the run has newer events: a decision on older ones may no longer hold. */
  readonly ifLastSequence?: number
  readonly at: string
  readonly audit?: readonly AuditDraft[]
  /** Starting an execution is rejected once a cancel was requested. */
  readonly execution?: ExecutionChange
  /** The events; they are given the numbers of the audit records written with them. */
  readonly events: (auditSeqs: readonly number[]) => readonly DurableEventBody[]
  readonly change?: Partial<Pick<RunRow, 'state' | 'steps' | 'usage' | 'cost' | 'error' | 'startedAt' | 'endedAt' | 'cancelRequestedAt'>>
  readonly clearCheckpoint?: boolean
  /** Of the attempt that these events end. */
  readonly wire?: StepWire
}

/** The streamed part of an unfinished step, saved at most once a second. */
export interface StepCheckpoint {
  readonly step: number
  /** Number of the newest stored event when it was taken. */
  readonly after: number
  readonly text: string
  readonly reasoning: string
}

export interface CommittedEvents { readonly events: readonly DurableEvent[], readonly auditSeqs: readonly number[] }

export interface RunStore {
  /**
   * Stores the run with its first event; rejected when its parent is not in its conversation. `created` is false when the
   * idempotency key had been used before.
   */
  accept(run: AcceptedRun): Promise<{ readonly run: RunRow, readonly created: boolean, readonly event?: DurableEvent }>
  /** Takes a queued or waiting run for a new worker: raises the fence, sets `running`. Undefined when it is neither. */
  claim(runId: string, at: string, lease: RunLease): Promise<RunRow | undefined>
  /**
   * Takes a `running` run whose worker is gone and raises the fence: one that this owner held, or one whose lease has
   * expired at `at`; with `othersAreDead`, one of any owner. Undefined for any other run.
   */
  takeOver(runId: string, at: string, lease: RunLease, options?: { readonly othersAreDead: boolean }): Promise<RunRow | undefined>
  /** Renews what the owner of this lease still holds of these runs. */
  renewLeases(runIds: readonly string[], lease: RunLease): Promise<void>
  commit(commit: RunCommit): Promise<CommittedEvents>
  /** Several in order, in one transaction: all of them, or none. */
  commitAll(commits: readonly RunCommit[]): Promise<readonly CommittedEvents[]>
  find(runId: string, userId: string): Promise<RunRow | undefined>
  /** For workers only: no owner is asked. */
  read(runId: string): Promise<RunRow | undefined>
  listByConversation(conversationId: string, userId: string): Promise<readonly RunRow[]>
  /** Stored events with a sequence above `after`, in order. */
  readEvents(runId: string, after: number): Promise<readonly DurableEvent[]>
  /** All events of a conversation's runs, in the order in which the runs were accepted. */
  readConversationEvents(conversationId: string): Promise<readonly DurableEvent[]>
  /** Stores the request; the worker, or the next one, carries it out. False when the run has already ended. */
  requestCancel(runId: string, at: string): Promise<boolean>
  /**
   * Sets an interrupted run back to `queued` and writes `run-resume`; undefined when it is not interrupted. Rejected when
   * its conversation has a later run.
   */
  resume(runId: string, at: string): Promise<DurableEvent | undefined>
  /** Runs that are not at their end, in the order in which they were accepted; of one user, or of all. */
  listUnfinished(userId?: string): Promise<readonly RunRow[]>
  listOpenExecutions(): Promise<readonly OpenExecution[]>
  saveCheckpoint(runId: string, checkpoint: StepCheckpoint): Promise<void>
  readCheckpoint(runId: string): Promise<StepCheckpoint | undefined>
  /** In order of attempts; empty when nothing was kept. */
  readWires(runId: string, step: number): Promise<readonly StepWire[]>
}
