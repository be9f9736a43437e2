import type { NamedActor } from './actor'
import type { AuditKind } from '#shared/audit'

/** Something that happened, as plain facts. The audit module redacts the bodies and makes a draft of it. */
export interface AuditFact {
  readonly kind: AuditKind
  /** ISO 8601, UTC. */
  readonly at: string
  /** Absent when nobody is signed in, as with a failed log-in. */
  readonly actor?: NamedActor
  readonly conversationId?: string
  readonly runId?: string | null
  readonly step?: number
  readonly callId?: string
  readonly executionId?: string
  readonly tool?: string
  readonly source?: string
  readonly definitionHash?: string
  readonly success?: boolean
  readonly durationMs?: number
  readonly error?: string
  /** Any JSON value. */
  readonly input?: unknown
  readonly output?: unknown
}
