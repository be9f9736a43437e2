import type { StartRun } from '#shared/run'
import type { AuditDraft } from '../../ports/audit-store'
import type { AuditFact } from '../../ports/audit-fact'
import type { ConversationStore } from '../../ports/conversation-store'
import type { EventBus } from '../../ports/event-bus'
import type { RunQueue } from '../../ports/run-queue'
import type { RunStore } from '../../ports/run-store'
import type { ResolvedModel } from '../../providers/provider'
import type { ToolRegistry } from '../../tools/registry'
import type { RunClock } from '../loop/run-context'
import type { LiveSteps } from '../worker/live-steps'

export interface StartRunRequest extends StartRun {
  readonly conversationId: string
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey?: string
}

export interface RunServiceOptions {
  readonly store: RunStore
  readonly conversations: ConversationStore
  readonly bus: EventBus
  readonly liveSteps: LiveSteps
  readonly queue: RunQueue
  readonly registry: ToolRegistry
  readonly resolveModel: (model: string) => Promise<ResolvedModel>
  readonly draft: (fact: AuditFact) => Promise<AuditDraft>
  readonly clock: RunClock
  readonly now: () => Date
  readonly newId: () => string
}
