import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditStore } from '#server/ports/audit-store'
import { type AuditVerification, GENESIS_HASH } from '#shared/audit'
import { findFault } from './hash-chain'

/** Small enough that other requests hardly wait for the hashing of one. */
const BATCH = { rows: 250, bytes: 2 * 1024 * 1024 }

/**
 * Reads the whole log, oldest first, and stops at the first record that is not what was written. It cannot see
 * that the newest records were cut off: compare `head` with a copy noted elsewhere.
 */
export async function verifyChain(store: Pick<AuditStore, 'readChain'>): Promise<AuditVerification> {
  let previous = { seq: 0, hash: GENESIS_HASH }
  // From below zero, so that a record that was inserted before the first is read as well.
  for (let after = Number.MIN_SAFE_INTEGER; ; after = previous.seq) {
    const rows = await store.readChain(after, BATCH)
    if (rows.length === 0) return { ok: true, records: previous.seq, head: previous.hash }
    for (const row of rows) {
      const reason = await findFault(row, previous)
      if (reason) return { ok: false, records: previous.seq, head: previous.hash, firstBad: { seq: row.seq, reason } }
      previous = row
    }
    await nextTurn()
  }
}
