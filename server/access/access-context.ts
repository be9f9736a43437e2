import type { AccessStore } from '#server/ports/access-store'
import type { AuditFact } from '#server/ports/audit-fact'
import type { Limiter } from '#server/ports/limiter'
import type { PasswordHasher } from './password-hasher'

/** Where access writes what happened. */
export interface AuditLog { record(fact: AuditFact): Promise<unknown> }

/** What every part of access works with. */
export interface AccessContext {
  readonly store: AccessStore
  readonly limiter: Limiter
  readonly audit: AuditLog
  readonly passwords: PasswordHasher
  readonly now: () => Date
  /** UUIDv7 text. */
  readonly newId: () => string
}
