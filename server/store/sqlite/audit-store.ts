import { and, asc, desc, eq, exists, getTableColumns, gt, gte, inArray, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { AuditStore, ChainedRow, StoredBodies } from '#server/ports/audit-store'
import type { AuditFilter, AuditRecord, AuditRow } from '#shared/audit'
import type { AppendAudit } from './audit-append'
import { createBodyReader, createStrayBodyFinder, withBodies } from './audit-bodies'
import { decodeCursor, toPage } from './cursor'
import type { ChangeExecution } from './tool-store'
import type { Database } from './open-database'
import { auditCheckpoint, auditLog, auditPayload } from './schema/audit'
import type { SqlAccess } from './sql-access'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { CheckpointStore } from '#server/ports/checkpoint-store'

interface AuditStoreParts {
  readonly database: Database
  readonly access: SqlAccess
  readonly appendAudit: AppendAudit
  readonly appendListeners: Set<(seq: number) => void>
  readonly changeExecution: ChangeExecution
}

const pageKeySchema = z.tuple([z.number().int()])
const { inputCommit: _input, outputCommit: _output, prevHash: _prevHash, hash: _hash, ...listColumns } = getTableColumns(auditLog)

export function createAuditStore({ database, access, appendAudit, appendListeners, changeExecution }: AuditStoreParts): AuditStore {
  const selectRows = () => database.select().from(auditLog)
  return {
    append: (drafts, execution) => access.write(() => {
      if (execution) changeExecution(execution)
      return appendAudit(drafts)
    }),
    onAppend: listener => void appendListeners.add(listener),
    list: (filter, { cursor, limit }, userId) => access.read(() => {
      const before = cursor === undefined ? undefined : lt(auditLog.seq, decodeCursor(cursor, pageKeySchema)[0])
      const rows = database.select(listColumns).from(auditLog)
        .where(and(toCondition(filter, userId), before)).orderBy(desc(auditLog.seq)).limit(limit + 1).all()
      return toPage(rows.map(fromFlag), limit, (row: AuditRow) => [row.seq])
    }),
    find: (seq, userId) => access.read(() => {
      const rows = selectRows().where(and(eq(auditLog.seq, seq), toCondition({}, userId))).all()
      return withBodies(database, rows.map(fromFlag), Infinity).map(toRecord)[0]
    }),
    readChain: (afterSeq, limit) => access.read(() =>
      withBodies(
        database, selectRows().where(gt(auditLog.seq, afterSeq)).orderBy(asc(auditLog.seq)).limit(limit.rows).all().map(fromFlag),
        limit.bytes,
      )),
    findStrayBody: createStrayBodyFinder(database, access),
    readLinks: (afterSeq, limit) => access.read(() =>
      selectRows().where(gt(auditLog.seq, afterSeq)).orderBy(asc(auditLog.seq)).limit(limit).all().map(fromFlag)),
    readMatching: (filter, afterSeq, limit, userId) => access.read(() =>
      selectRows().where(and(toCondition(filter, userId), gt(auditLog.seq, afterSeq)))
        .orderBy(asc(auditLog.seq)).limit(limit).all().map(fromFlag)),
    ...createBodyReader(database, access),
  }
}

function fromFlag<Row extends { readonly success: number | null }>(row: Row): Omit<Row, 'success'> & { readonly success: boolean | null } {
  if (row.success === 0 || row.success === 1) return { ...row, success: row.success === 1 }
  return { ...row, success: row.success as null } // null, or an edited value, kept so that the hash of the row does not match
}

function toRecord({ input, output, ...row }: ChainedRow & StoredBodies): AuditRecord {
  return { ...row, input: input && parseBody(input.body), output: output && parseBody(output.body) }
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  }
  catch {
    // The file was edited: show what it holds. Verification reports the error.
    return body
  }
}

/** The filter as one condition. `userId` limits it to that user's own records; `null` reads all. */
function toCondition(filter: AuditFilter, userId: string | null): SQL | undefined {
  return and(
    userId === null ? undefined : eq(auditLog.userId, userId),
    filter.tool === undefined ? undefined : eq(auditLog.tool, filter.tool),
    filter.source === undefined ? undefined : eq(auditLog.source, filter.source),
    filter.user === undefined ? undefined : or(eq(auditLog.userId, filter.user), eq(auditLog.userName, filter.user)),
    filter.conversation === undefined ? undefined : eq(auditLog.conversationId, filter.conversation),
    filter.run === undefined ? undefined : eq(auditLog.runId, filter.run),
    filter.kind === undefined ? undefined : eq(auditLog.kind, filter.kind),
    filter.success === undefined ? undefined : eq(auditLog.success, Number(filter.success)),
    filter.outcome === undefined ? undefined : hasOutcome(filter.outcome),
    // Stored times are UTC with milliseconds, so that text order is time order.
    filter.from === undefined ? undefined : gte(auditLog.at, new Date(filter.from).toISOString()),
    filter.to === undefined ? undefined : lte(auditLog.at, new Date(filter.to).toISOString()),
    filter.q ? containsText(filter.q) : undefined,
  )
}

/** The end of a tool call with this outcome; an execution and a call that was never started end by different kinds. */
function hasOutcome(outcome: NonNullable<AuditFilter['outcome']>): SQL | undefined {
  const result = outcome === 'ok' ? eq(auditLog.success, 1) : eq(auditLog.error, outcome)
  return and(inArray(auditLog.kind, ['tool.finished', 'tool.refused']), result)
}

/**
 * Tools, people and errors by a part of their name, ids as a whole, and all that was given and answered. SQLite folds
 * the case of ASCII letters only; other letters must be typed as they were written.
 */
function containsText(text: string): SQL | undefined {
  // A body is JSON text: what a person types appears in it as inside a JSON string.
  const bodies = new QueryBuilder().select({ seq: auditPayload.seq }).from(auditPayload)
    .where(and(eq(auditPayload.seq, auditLog.seq), contains(auditPayload.body, JSON.stringify(text).slice(1, -1))))
  const ids = [auditLog.userId, auditLog.conversationId, auditLog.runId, auditLog.callId, auditLog.executionId]
  return or(
    ...[auditLog.tool, auditLog.userName, auditLog.error].map(column => contains(column, text)), ...ids.map(id => eq(id, text)),
    exists(bodies),
  )
}

function contains(
  column: typeof auditLog.tool | typeof auditLog.userName | typeof auditLog.error | typeof auditPayload.body, text: string,
): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${column} like ${pattern} escape '\\'`
}

export function createCheckpointStore(database: Database, access: SqlAccess): CheckpointStore {
  return {
    readLast: () => access.read(() => database.select().from(auditCheckpoint).orderBy(desc(auditCheckpoint.n)).limit(1).get()),
    list: (afterN, limit) => access.read(() =>
      database.select().from(auditCheckpoint).where(gt(auditCheckpoint.n, afterN)).orderBy(asc(auditCheckpoint.n)).limit(limit).all()),
    append: checkpoint => access.write(() => {
      const [existing] = database.select({ n: auditCheckpoint.n }).from(auditCheckpoint).where(eq(auditCheckpoint.n, checkpoint.n)).all()
      if (existing) return false
      database.insert(auditCheckpoint).values(checkpoint).run()
      return true
    }),
  }
}
