import type { AuditVerification, CheckpointErrorCode } from '#shared/audit-verification'

export const CHECKPOINT_ERROR_LABELS: Readonly<Record<CheckpointErrorCode, string>> = {
  'signature-wrong': 'Signature wrong',
  'signed-by-another-key': 'Signed by another key',
  'not-as-signed': 'Not the records that were signed',
  'shorter-than-signed-head': 'Shorter than the signed head',
  'checkpoint-missing': 'Checkpoint missing',
  'checkpoint-file-unreadable': 'Could not read the checkpoint file',
}

export function describeVerdict({ ok, firstBad, checkpointErrors }: Pick<AuditVerification, 'ok' | 'firstBad' | 'checkpointErrors'>): string {
  if (ok) return 'No change found'
  const isOnlyUnread = !firstBad && checkpointErrors.every(({ code }) => code === 'checkpoint-file-unreadable')
  return isOnlyUnread ? 'Could not check the whole log' : 'The log was changed'
}

type Verification = Pick<AuditVerification, 'unsignedTail' | 'checkpoints'>

/** "1 record was", "2,300 records were": what was done with them follows. */
export function formatRecords(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'record was' : 'records were'}`
}

export function describeSignedRecords({ checkpoints: { count, lastSeq, newestAt } }: Verification): string {
  if (newestAt === null) return 'No record is signed yet.'
  return `Records up to No. ${lastSeq.toLocaleString('en')} are signed, in ${count.toLocaleString('en')} ${count === 1 ? 'checkpoint' : 'checkpoints'}, the newest of ${formatExactTime(newestAt)}.`
}

export function describeUnsignedTail({ unsignedTail }: Verification): string {
  if (unsignedTail === 0) return 'No record is waiting for a signature.'
  return `Unsigned tail: ${unsignedTail.toLocaleString('en')} ${unsignedTail === 1 ? 'record' : 'records'} since the newest checkpoint.`
}
