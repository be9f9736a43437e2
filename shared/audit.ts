import { z } from 'zod'
import type { ToolOutcomeStatus } from './tool-outcome'

/** What an audit record is about: noun, then what happened. */
export const auditKindSchema = z.enum([
  'tool.started', 'tool.finished', 'tool.refused', 'tool.updated',
  'approval.requested', 'approval.answered',
  'auth.setup', 'auth.login', 'auth.login-failed', 'auth.logout',
  'token.created', 'token.revoked',
  'user.created', 'user.updated', 'user.deleted',
  'provider.created', 'provider.updated', 'provider.deleted',
  'model.updated', 'model.reset',
  'run.started', 'run.ended',
])
export type AuditKind = z.infer<typeof auditKindSchema>

/** One row of the audit list. Bodies (arguments, result, details) come with `GET /api/audit/:seq` only. @public */
export const auditRowSchema = z.object({
  /** 1, 2, 3 … without gaps. */
  seq: z.number().int(),
  at: z.string(),
  kind: auditKindSchema,
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  conversationId: z.string().nullable(),
  runId: z.string().nullable(),
  step: z.number().int().nullable(),
  callId: z.string().nullable(),
  executionId: z.string().nullable(),
  tool: z.string().nullable(),
  source: z.string().nullable(),
  definitionHash: z.string().nullable(),
  /** `null` where the record is not about something that can succeed. */
  success: z.boolean().nullable(),
  durationMs: z.number().nullable(),
  /** An outcome status or an error code. */
  error: z.string().nullable(),
})
export type AuditRow = z.infer<typeof auditRowSchema>

/** `prevHash` of the first record: there is none before it. */
export const GENESIS_HASH = '0'.repeat(64)

export interface AuditRecord extends AuditRow {
  /** Tool arguments, or what was changed; `null` when there is none or it was erased by retention. */
  readonly input: unknown
  /** The outcome of a tool. */
  readonly output: unknown
  readonly inputCommit: string | null
  readonly outputCommit: string | null
  readonly prevHash: string
  readonly hash: string
}

/** Answer of `GET /api/audit/:seq`. */
export interface ReadAuditRecord extends AuditRecord {
  /** Whether the reader owns the chat that the record names and the chat still exists. */
  readonly canOpenChat: boolean
}

/** What a tool call came to, as its last record holds it. */
const callOutcomeSchema = z.enum([
  'ok', 'denied', 'invalid-input', 'unknown-tool', 'timed-out', 'failed', 'cancelled', 'unknown',
] satisfies readonly ToolOutcomeStatus[])

const flag = z.enum(['true', 'false']).transform(value => value === 'true')

/** Query of `GET /api/audit` and of the export. */
export const auditFilterSchema = z.strictObject({
  tool: z.string().max(200).optional(),
  source: z.string().max(200).optional(),
  user: z.string().max(200).optional(),
  conversation: z.string().max(64).optional(),
  run: z.string().max(64).optional(),
  kind: auditKindSchema.optional(),
  success: flag.optional(),
  /** Finds the ends of tool calls alone. */
  outcome: callOutcomeSchema.optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  q: z.string().max(200).optional(),
})
export type AuditFilter = z.infer<typeof auditFilterSchema>
