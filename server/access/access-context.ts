import type { AccessStore } from '#server/ports/access-store'
import type { AuditFact } from '#server/ports/audit-fact'
import type { Limiter } from '#server/ports/limiter'
import type { DeviceCookies } from './device-cookies'
import type { PasswordHasher } from './password-hasher'

/** Where access writes what happened. */
interface AuditLog { record(fact: AuditFact): Promise<unknown> }

/** The runs of a user whose account is closed. */
interface RunsOfUser {
  /** Cancels those that have not ended, without waiting for their end; answers their ids. */
  cancelAll(userId: string): Promise<readonly string[]>
  /** The same, and resolves once all have ended. */
  stopAll(owner: { readonly userId: string }): Promise<void>
}

/** What every part of access works with. */
export interface AccessContext {
  readonly store: AccessStore
  readonly limiter: Limiter
  readonly audit: AuditLog
  readonly passwords: PasswordHasher
  readonly devices: DeviceCookies
  readonly runs: RunsOfUser
  readonly now: () => Date
  /** UUIDv7 text. */
  readonly newId: () => string
}
