import type { AuditStore } from '#server/ports/audit-store'
import type { CheckpointStore } from '#server/ports/checkpoint-store'
import type { AuditVerification } from '#shared/audit-verification'
import { CheckpointErrors } from './checkpoint-errors'
import type { CheckpointFile } from './checkpoint-file'
import { readCheckpoints } from './read-checkpoints'
import { SegmentCheck } from './segment-check'
import type { SigningKeys } from './signing-keys'
import { verifyChain } from './verify-chain'
import { compareWithFile, readFiledCheckpoints } from './verify-checkpoint-file'

/** What checkpoints are made of and compared with. */
export interface Signing {
  readonly checkpoints: CheckpointStore
  readonly file: CheckpointFile
  readonly keys: SigningKeys
}

interface VerifyOptions extends Signing {
  readonly store: Pick<AuditStore, 'readChain' | 'findStrayBody' | 'readLinks'>
  readonly signal?: AbortSignal
}

/**
 * Checks every record, every signature, and each against the other. Read in the reverse order of writing (file,
 * checkpoints, records), so that what is written meanwhile is never missed.
 */
export async function verifyLog({ store, checkpoints, file, keys, signal }: VerifyOptions): Promise<AuditVerification> {
  const errors = new CheckpointErrors()
  const filed = await readFiledCheckpoints(file, errors)
  const stored = await readCheckpoints({ checkpoints, keys, errors })
  const segments = new SegmentCheck(stored, errors)
  const chain = await verifyChain({ store, onRow: row => segments.add(row), signal })
  if (!chain.firstBad) segments.end(chain.records)
  await compareWithFile({ filed, stored, store, keys, errors, ...(!chain.firstBad && { records: chain.records }) })
  const newest = stored.at(-1)
  const lastSeq = newest?.lastSeq ?? 0
  const checkpointErrors = errors.list()
  return {
    ...chain,
    ok: !chain.firstBad && checkpointErrors.length === 0,
    unsignedTail: Math.max(0, chain.records - lastSeq),
    checkpoints: { count: stored.length, lastSeq, newestAt: newest?.createdAt ?? null, keyId: keys.keyId },
    checkpointErrors,
  }
}
