import type { AuditKind, AuditRow } from '#shared/audit'
import type { ToolOutcomeStatus } from '#shared/tool-outcome'
import type { AuditVerification, CheckpointErrorCode } from '#shared/audit-verification'
import { formatExactTime } from '~/utils/format-time'

export const AUDIT_KIND_LABELS: Readonly<Record<AuditKind, string>> = {
  'tool.started': 'Tool started',
  'tool.finished': 'Tool finished',
  'tool.refused': 'Tool call rejected',
  'tool.updated': 'Tool setting changed',
  'approval.requested': 'Approval requested',
  'approval.answered': 'Approval answered',
  'auth.setup': 'First admin created',
  'auth.login': 'Signed in',
  'auth.login-failed': 'Sign-in failed',
  'auth.logout': 'Signed out',
  'token.created': 'API token created',
  'token.revoked': 'API token revoked',
  'user.created': 'User added',
  'user.updated': 'User changed',
  'user.deleted': 'User removed',
  'provider.created': 'Provider added',
  'provider.updated': 'Provider changed',
  'provider.deleted': 'Provider removed',
  'model.updated': 'Model changed',
  'model.reset': 'Model reset',
  'run.started': 'Run started',
  'run.ended': 'Run ended',
}

/** The kinds in the order and the groups in which a person looks for them. */
export const AUDIT_KIND_GROUPS: readonly { readonly label: string, readonly kinds: readonly AuditKind[] }[] = [
  { label: 'Tool calls', kinds: ['tool.started', 'tool.finished', 'tool.refused'] },
  { label: 'Approvals', kinds: ['approval.requested', 'approval.answered'] },
  { label: 'Runs', kinds: ['run.started', 'run.ended'] },
  {
    label: 'Settings',
    kinds: [
      'tool.updated', 'provider.created', 'provider.updated', 'provider.deleted', 'model.updated', 'model.reset', 'token.created',
      'token.revoked',
    ],
  },
  {
    label: 'Access',
    kinds: ['auth.login', 'auth.login-failed', 'auth.logout', 'auth.setup', 'user.created', 'user.updated', 'user.deleted'],
  },
]

export function isAuditKind(value: string): value is AuditKind {
  return Object.hasOwn(AUDIT_KIND_LABELS, value)
}

/** In the order of the filter. */
export const CALL_OUTCOME_LABELS: Readonly<Record<ToolOutcomeStatus, string>> = {
  'ok': 'Succeeded',
  'denied': 'Denied',
  'invalid-input': 'Invalid arguments',
  'unknown-tool': 'Unknown tool',
  'timed-out': 'Timed out',
  'failed': 'Failed',
  'cancelled': 'Cancelled',
  'unknown': 'Outcome unknown',
}

export function isCallOutcome(value: string): value is ToolOutcomeStatus {
  return Object.hasOwn(CALL_OUTCOME_LABELS, value)
}

/** What became of it, in one word or two; `null` where a record is not about something that can succeed. */
export function describeAuditResult(row: Pick<AuditRow, 'kind' | 'success' | 'error'>): string | null {
  if (row.success === null) return null
  if (row.kind === 'approval.answered') return row.success ? 'Allowed' : 'Denied'
  if (row.success) return 'Succeeded'
  if (row.error && isCallOutcome(row.error)) return CALL_OUTCOME_LABELS[row.error]
  return row.error ? capitalise(row.error.replaceAll('-', ' ')) : 'Failed'
}

/** Who did it, as a person would say it. */
export function describeAuditActor(row: Pick<AuditRow, 'kind' | 'userId' | 'userName'>): string {
  if (row.kind === 'auth.login-failed') return 'Unknown'
  return row.userName ?? (row.userId ? 'Removed user' : 'System')
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const CHECKPOINT_ERROR_LABELS: Readonly<Record<CheckpointErrorCode, string>> = {
  'signature-wrong': 'Invalid signature',
  'signed-by-another-key': 'Signed by another key',
  'not-as-signed': 'Records differ from the signed ones',
  'shorter-than-signed-head': 'Shorter than the signed head',
  'checkpoint-missing': 'Checkpoint missing',
  'checkpoint-file-unreadable': 'Could not read the checkpoint file',
}

export function describeVerdict(
  { ok, firstBad, checkpointErrors }: Pick<AuditVerification, 'ok' | 'firstBad' | 'checkpointErrors'>,
): string {
  if (ok) return 'No changes detected'
  const isOnlyUnread = !firstBad && checkpointErrors.every(({ code }) => code === 'checkpoint-file-unreadable')
  return isOnlyUnread ? 'Could not verify the whole log' : 'The log was altered'
}

type Verification = Pick<AuditVerification, 'unsignedTail' | 'checkpoints'>

/** "1 record", "2,300 records". */
export function formatRecords(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`
}

export function describeSignedRecords({ checkpoints: { count, lastSeq, newestAt } }: Verification): string {
  if (newestAt === null) return 'No signed records yet.'
  const checkpoints = `${count.toLocaleString('en')} ${count === 1 ? 'checkpoint' : 'checkpoints'}`
  return `Records up to No. ${lastSeq.toLocaleString('en')} are signed, in ${checkpoints}, the newest of ${formatExactTime(newestAt)}.`
}

export function describeUnsignedTail({ unsignedTail }: Verification): string {
  if (unsignedTail === 0) return 'No unsigned records.'
  return `Unsigned tail: ${unsignedTail.toLocaleString('en')} ${unsignedTail === 1 ? 'record' : 'records'} since the newest checkpoint.`
}
