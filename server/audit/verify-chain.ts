import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#server/errors'
import type { AuditStore, ChainedRow } from '#server/ports/audit-store'
import { GENESIS_HASH } from '#shared/audit'
import type { AuditVerification } from '#shared/audit-verification'
import { findRowError } from './hash-chain'

/** Small enough that other requests hardly wait for the hashing of one. */
const BATCH = { rows: 250, bytes: 2 * 1024 * 1024 }

interface ChainOptions {
  readonly store: Pick<AuditStore, 'readChain' | 'findStrayBody'>
  /** Given each record that follows from the one before it. */
  readonly onRow?: (row: ChainedRow) => void
  /** Ends the reading when nobody waits for its result any more. */
  readonly signal?: AbortSignal
}

/** Reads the whole log, oldest first, and stops at the first record that is not what was written. */
export async function verifyChain(
  { store, onRow, signal }: ChainOptions,
): Promise<Pick<AuditVerification, 'records' | 'head' | 'firstBad'>> {
  let previous = { seq: 0, hash: GENESIS_HASH }
  // From below zero, so that a record that was inserted before the first is read as well.
  for (let after = Number.MIN_SAFE_INTEGER; ; after = previous.seq) {
    if (signal?.aborted) throw new AppError('conflict', 'The verification was cancelled.')
    const rows = await store.readChain(after, BATCH)
    for (const row of rows) {
      const reason = await findRowError(row, previous)
      if (reason) return { records: previous.seq, head: previous.hash, firstBad: { seq: row.seq, reason } }
      onRow?.(row)
      previous = row
    }
    const stray = await store.findStrayBody(after, rows.at(-1)?.seq)
    if (stray) return {
      records: previous.seq, head: previous.hash, firstBad: { seq: stray.seq, reason: 'a body that belongs to no record has its number' },
    }
    if (rows.length === 0) return { records: previous.seq, head: previous.hash }
    await nextTurn()
  }
}
