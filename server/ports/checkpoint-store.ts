import type { AuditCheckpoint } from '#shared/audit-checkpoint'

/** Signed checkpoints of the audit log: added one by one, and never changed. */
export interface CheckpointStore {
  readLast(): Promise<AuditCheckpoint | undefined>
  /** Oldest first: up to `limit` after number `afterN`. */
  list(afterN: number, limit: number): Promise<readonly AuditCheckpoint[]>
  /** `false` when there is one of this number: another instance was faster. */
  append(checkpoint: AuditCheckpoint): Promise<boolean>
}
