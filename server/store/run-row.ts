import type { RunRow } from '#server/ports/run-store'
import type { RunState } from '#shared/run'
import type { runs } from './schema/runs'

/** States that a worker holds or will pick up; in every other one the run has ended. */
const OPEN_STATES: readonly RunState[] = ['queued', 'running', 'waiting']

export function isOpen(state: RunState): boolean {
  return OPEN_STATES.includes(state)
}

/** Without the columns that only the store reads. */
export function toRunRow(stored: typeof runs.$inferSelect): RunRow {
  const { idempotencyKey: _key, bodyHash: _hash, acceptedSeq: _seq, leaseOwner: _owner, leaseExpiresAt: _expires, ...row } = stored
  return row
}
