import { blob, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ModelSettings } from '#shared/model-settings'
import type { RunLimits, RunState } from '#shared/run'
import type { RunError, Usage } from '#shared/run-event'
import { conversations } from './conversations'

export const runs = sqliteTable('runs', {
  id: text('id').primaryKey(),
  /** Given when the run is accepted: the order of runs, whatever the clock says. */
  acceptedSeq: integer('accepted_seq').notNull().default(0),
  conversationId: text('conversation_id').notNull().references(() => conversations.id, { onDelete: 'cascade' }),
  /** The run that it follows; null: it is a first one. */
  parent: text('parent'),
  userId: text('user_id').notNull(),
  userName: text('user_name').notNull(),
  state: text('state').$type<RunState>().notNull(),
  model: text('model').notNull(),
  system: text('system'),
  limits: text('limits', { mode: 'json' }).$type<RunLimits>().notNull(),
  settings: text('settings', { mode: 'json' }).$type<ModelSettings>().notNull().default({}),
  tools: text('tools', { mode: 'json' }).$type<readonly string[]>().notNull(),
  fence: integer('fence').notNull(),
  leaseOwner: text('lease_owner'),
  leaseExpiresAt: text('lease_expires_at'),
  lastSequence: integer('last_sequence').notNull(),
  steps: integer('steps').notNull(),
  usage: text('usage', { mode: 'json' }).$type<Usage>().notNull(),
  cost: real('cost'),
  error: text('error', { mode: 'json' }).$type<RunError>(),
  cancelRequestedAt: text('cancel_requested_at'),
  createdAt: text('created_at').notNull(),
  startedAt: text('started_at'),
  endedAt: text('ended_at'),
  idempotencyKey: text('idempotency_key'),
  bodyHash: text('body_hash'),
}, table => [
  uniqueIndex('runs_idempotency').on(table.userId, table.idempotencyKey),
  uniqueIndex('runs_accepted').on(table.acceptedSeq),
  index('runs_conversation').on(table.conversationId, table.acceptedSeq),
  index('runs_state').on(table.state),
])

/** `body` is the event without its envelope, as JSON text; the envelope is the other columns. */
export const runEvents = sqliteTable('run_events', {
  runId: text('run_id').notNull().references(() => runs.id, { onDelete: 'cascade' }),
  sequence: integer('sequence').notNull(),
  at: text('at').notNull(),
  body: text('body').notNull(),
}, table => [primaryKey({ columns: [table.runId, table.sequence] })])

export const runCheckpoints = sqliteTable('run_checkpoints', {
  runId: text('run_id').primaryKey().references(() => runs.id, { onDelete: 'cascade' }),
  step: integer('step').notNull(),
  /** Sequence of the newest stored event when it was taken. */
  after: integer('after_sequence').notNull().default(0),
  text: text('text').notNull(),
  reasoning: text('reasoning').notNull(),
})

/**
 * What went over the wire for one attempt of a step. `request` and `response` are UTF-8 text; the response is the
 * vendor's events, one a line.
 */
export const stepWires = sqliteTable('step_wires', {
  runId: text('run_id').notNull().references(() => runs.id, { onDelete: 'cascade' }),
  step: integer('step').notNull(),
  attempt: integer('attempt').notNull(),
  adapter: text('adapter').notNull(),
  endpoint: text('endpoint').notNull(),
  encoding: text('encoding').$type<'plain' | 'zstd'>().notNull(),
  request: blob('request', { mode: 'buffer' }).notNull(),
  response: blob('response', { mode: 'buffer' }).notNull(),
  /** Whether the response was longer than what is kept. */
  cut: integer('cut', { mode: 'boolean' }).notNull(),
}, table => [primaryKey({ columns: [table.runId, table.step, table.attempt] })])
