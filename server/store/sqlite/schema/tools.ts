import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Verdict } from '#shared/compatibility'
import type { TranslationWarning } from '#shared/run-event'
import type { ApprovalMode } from '#shared/tool'
import { runs } from './runs'

/** `run_id` is null for a call from the tool lab. */
export const toolExecutions = sqliteTable('tool_executions', {
  id: text('id').primaryKey(),
  state: text('state').$type<'started' | 'succeeded' | 'failed' | 'timed-out' | 'cancelled' | 'interrupted'>().notNull(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  runId: text('run_id').references(() => runs.id, { onDelete: 'cascade' }),
  callId: text('call_id').notNull(),
  userId: text('user_id').notNull(),
  toolId: text('tool_id').notNull(),
  definitionHash: text('definition_hash').notNull(),
  argumentsHash: text('arguments_hash').notNull(),
  startedAt: text('started_at').notNull(),
  endedAt: text('ended_at'),
  durationMs: real('duration_ms'),
}, table => [index('tool_executions_state').on(table.state), index('tool_executions_run').on(table.runId)])

export const toolSettings = sqliteTable('tool_settings', {
  toolId: text('tool_id').primaryKey(),
  enabled: integer('enabled', { mode: 'boolean' }),
  approval: text('approval').$type<ApprovalMode>(),
  strict: integer('strict', { mode: 'boolean' }),
})

/** How a definition fares at one target; of an older `version` of the translation it is computed again. */
export const toolVerdicts = sqliteTable('tool_verdicts', {
  fingerprint: text('fingerprint').notNull(),
  target: text('target').notNull(),
  version: integer('version').notNull(),
  verdict: text('verdict').$type<Verdict>().notNull(),
  reason: text('reason'),
  warnings: text('warnings', { mode: 'json' }).$type<readonly TranslationWarning[]>().notNull(),
}, table => [primaryKey({ columns: [table.fingerprint, table.target] })])
