import type { RunRow } from '#server/ports/run-store'
import type { runs } from './schema/runs'

/** Without the columns that only the store reads. */
export function toRunRow(stored: typeof runs.$inferSelect): RunRow {
  const { idempotencyKey: _key, bodyHash: _hash, acceptedSeq: _seq, leaseOwner: _owner, leaseExpiresAt: _expires, ...row } = stored
  return row
}
