import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CheckpointStore } from '#server/ports/checkpoint-store'
import { GENESIS_HASH } from '#shared/audit'
import { type AuditCheckpoint, auditCheckpointSchema } from '#shared/audit-checkpoint'
import { hashCheckpoint, hasRightSignature } from './checkpoint'
import type { CheckpointErrors } from './checkpoint-errors'
import type { SigningKeys } from './signing-keys'

/** Each costs one check of a signature, about a tenth of a millisecond. */
const BATCH_CHECKPOINTS = 100

interface ReadOptions {
  readonly checkpoints: Pick<CheckpointStore, 'list'>
  readonly keys: Pick<SigningKeys, 'knows'>
  readonly errors: CheckpointErrors
}

/** All checkpoints of the database, oldest first; what is wrong with them by themselves is added to `errors`. */
export async function readCheckpoints({ checkpoints, keys, errors }: ReadOptions): Promise<readonly AuditCheckpoint[]> {
  const all: AuditCheckpoint[] = []
  for (;;) {
    const batch = await checkpoints.list(all.at(-1)?.n ?? Number.MIN_SAFE_INTEGER, BATCH_CHECKPOINTS)
    for (const checkpoint of batch) {
      checkSignature(checkpoint, { keys, errors, where: `Checkpoint ${checkpoint.n}` })
      if (!follows(checkpoint, all.at(-1))) errors.add('signature-wrong', `Checkpoint ${checkpoint.n} does not follow the one before it.`)
      all.push(checkpoint)
    }
    if (batch.length < BATCH_CHECKPOINTS) return all
    await nextTurn()
  }
}

export function checkSignature(
  checkpoint: AuditCheckpoint, { keys, errors, where }: Pick<ReadOptions, 'keys' | 'errors'> & { readonly where: string },
): void {
  // Somebody who edits the database can put any text into it.
  if (!auditCheckpointSchema.safeParse(checkpoint).success || !hasRightSignature(checkpoint)) {
    errors.add('signature-wrong', `${where} was changed: its signature is wrong.`)
  }
  else if (!keys.knows(checkpoint.publicKey)) {
    errors.add(
      'signed-by-another-key',
      `${where} was signed on ${checkpoint.createdAt} with the key ${checkpoint.keyId}, which this server does not hold.`,
    )
  }
}

function follows(checkpoint: AuditCheckpoint, previous: AuditCheckpoint | undefined): boolean {
  return checkpoint.n === (previous?.n ?? 0) + 1
    && checkpoint.firstSeq === (previous?.lastSeq ?? 0) + 1
    && checkpoint.lastSeq >= checkpoint.firstSeq
    && checkpoint.prevCheckpointHash === (previous ? hashCheckpoint(previous) : GENESIS_HASH)
}
