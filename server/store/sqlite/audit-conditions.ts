import { and, eq, exists, gte, lte, or, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { AuditFilter } from '#shared/audit'
import { auditLog, auditPayload } from './schema/audit'

/** The filter as one condition. `userId` limits it to that user's own records; `null` reads all. */
export function toCondition(filter: AuditFilter, userId: string | null): SQL | undefined {
  return and(
    userId === null ? undefined : eq(auditLog.userId, userId),
    filter.tool === undefined ? undefined : eq(auditLog.tool, filter.tool),
    filter.source === undefined ? undefined : eq(auditLog.source, filter.source),
    filter.user === undefined ? undefined : or(eq(auditLog.userId, filter.user), eq(auditLog.userName, filter.user)),
    filter.conversation === undefined ? undefined : eq(auditLog.conversationId, filter.conversation),
    filter.run === undefined ? undefined : eq(auditLog.runId, filter.run),
    filter.kind === undefined ? undefined : eq(auditLog.kind, filter.kind),
    filter.success === undefined ? undefined : eq(auditLog.success, Number(filter.success)),
    // Stored times are UTC with milliseconds, so that text order is time order.
    filter.from === undefined ? undefined : gte(auditLog.at, new Date(filter.from).toISOString()),
    filter.to === undefined ? undefined : lte(auditLog.at, new Date(filter.to).toISOString()),
    filter.q ? containsText(filter.q) : undefined,
  )
}

/** Tools, people and errors by a part of their name, ids as a whole, and all that was given and answered. SQLite folds the case of ASCII letters only; other letters must be typed as they were written. */
function containsText(text: string): SQL | undefined {
  // A body is JSON text: what a person types appears in it as inside a JSON string.
  const bodies = new QueryBuilder().select({ seq: auditPayload.seq }).from(auditPayload)
    .where(and(eq(auditPayload.seq, auditLog.seq), contains(auditPayload.body, JSON.stringify(text).slice(1, -1))))
  const ids = [auditLog.userId, auditLog.conversationId, auditLog.runId, auditLog.callId, auditLog.executionId]
  return or(...[auditLog.tool, auditLog.userName, auditLog.error].map(column => contains(column, text)), ...ids.map(id => eq(id, text)), exists(bodies))
}

function contains(column: typeof auditLog.tool | typeof auditLog.userName | typeof auditLog.error | typeof auditPayload.body, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${column} like ${pattern} escape '\\'`
}
