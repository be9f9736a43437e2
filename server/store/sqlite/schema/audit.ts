import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AuditKind } from '#shared/audit'

/**
 * The chained log. No foreign keys: a record outlives whatever it speaks of.
 * Triggers (migration 0001) reject every change, and every insert that is not the next number.
 */
export const auditLog = sqliteTable('audit_log', {
  seq: integer('seq').primaryKey(),
  at: text('at').notNull(),
  kind: text('kind').$type<AuditKind>().notNull(),
  userId: text('user_id'),
  userName: text('user_name'),
  conversationId: text('conversation_id'),
  runId: text('run_id'),
  step: integer('step'),
  callId: text('call_id'),
  executionId: text('execution_id'),
  tool: text('tool'),
  source: text('source'),
  definitionHash: text('definition_hash'),
  // A plain number: drizzle's boolean mode turns a null placeholder of a prepared insert into 0.
  success: integer('success'),
  durationMs: real('duration_ms'),
  error: text('error'),
  inputCommit: text('input_commit'),
  outputCommit: text('output_commit'),
  prevHash: text('prev_hash').notNull(),
  hash: text('hash').notNull(),
}, table => [
  index('audit_log_user').on(table.userId, table.seq),
  index('audit_log_run').on(table.runId, table.seq),
  index('audit_log_conversation').on(table.conversationId, table.seq),
  index('audit_log_tool').on(table.tool, table.seq),
  index('audit_log_kind').on(table.kind, table.seq),
  index('audit_log_at').on(table.at),
])

export const auditPayload = sqliteTable('audit_payload', {
  seq: integer('seq').notNull(),
  side: text('side').$type<'input' | 'output'>().notNull(),
  salt: text('salt').notNull(),
  body: text('body').notNull(),
  /** Of `body` in UTF-8: readers bound a batch by it before they load the bodies. */
  bytes: integer('bytes').notNull(),
}, table => [primaryKey({ columns: [table.seq, table.side] })])

/** Signed statements about the log. Triggers of the same migration reject every change. */
export const auditCheckpoint = sqliteTable('audit_checkpoint', {
  n: integer('n').primaryKey(),
  firstSeq: integer('first_seq').notNull(),
  lastSeq: integer('last_seq').notNull(),
  segmentRoot: text('segment_root').notNull(),
  chainHead: text('chain_head').notNull(),
  prevCheckpointHash: text('prev_checkpoint_hash').notNull(),
  createdAt: text('created_at').notNull(),
  keyId: text('key_id').notNull(),
  publicKey: text('public_key').notNull(),
  signature: text('signature').notNull(),
})
