import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditStore, ChainedRow } from '#server/ports/audit-store'
import { GENESIS_HASH } from '#shared/audit'
import type { AuditCheckpoint } from '#shared/audit-checkpoint'
import { hashCheckpoint, type Segment, signCheckpoint } from './checkpoint'
import { type ChainEnd, findLinkError } from './hash-chain'
import { computeMerkleRoot } from './merkle-root'
import type { Signing } from './verify-log'

/** A checkpoint covers at most this many records. */
export const SEGMENT_RECORDS = 1000

export interface SignerOptions extends Pick<Signing, 'checkpoints' | 'keys'> {
  readonly store: Pick<AuditStore, 'readLinks'>
  readonly now: () => Date
}

/** What came of signing: nothing was left to sign, a checkpoint, or a log that must not be signed. */
export type SignResult = { readonly checkpoint?: AuditCheckpoint } | { readonly brokenAt: ChainEnd['seq'], readonly reason: string }

/** With `onlyWhole`, records that do not fill a segment yet are left for later. */
export interface SignLimits { readonly onlyWhole: boolean }

/** Signs the records after the last checkpoint, up to a whole segment. */
export async function signNextSegment({ store, checkpoints, keys, now }: SignerOptions, { onlyWhole }: SignLimits): Promise<SignResult> {
  for (;;) {
    const last = await checkpoints.readLast()
    const rows = await store.readLinks(last?.lastSeq ?? 0, SEGMENT_RECORDS)
    if (rows.length === 0 || (onlyWhole && rows.length < SEGMENT_RECORDS)) return {}
    const error = findFirstError(rows, last ? { seq: last.lastSeq, hash: last.chainHead } : { seq: 0, hash: GENESIS_HASH })
    if (error) return error
    await nextTurn()
    const checkpoint = signCheckpoint(toSegment(rows, last, now()), keys)
    // Another instance may have signed the same records meanwhile: then the next ones are due.
    if (await checkpoints.append(checkpoint)) return { checkpoint }
  }
}

/** A signature must not make a changed log look right. */
function findFirstError(rows: readonly ChainedRow[], start: ChainEnd): { readonly brokenAt: number, readonly reason: string } | undefined {
  let previous = start
  for (const row of rows) {
    const reason = findLinkError(row, previous)
    if (reason) return { brokenAt: row.seq, reason }
    previous = row
  }
  return undefined
}

function toSegment(rows: readonly ChainedRow[], last: AuditCheckpoint | undefined, at: Date): Segment {
  const [first, end] = [rows[0]!, rows.at(-1)!]
  return {
    n: (last?.n ?? 0) + 1,
    firstSeq: first.seq,
    lastSeq: end.seq,
    segmentRoot: computeMerkleRoot(rows.map(row => Buffer.from(row.hash, 'hex'))),
    chainHead: end.hash,
    prevCheckpointHash: last ? hashCheckpoint(last) : GENESIS_HASH,
    createdAt: at.toISOString(),
  }
}
