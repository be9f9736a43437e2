import { and, asc, eq, gt, inArray, lte, notExists, notInArray, or, sql } from 'drizzle-orm'
import type { AuditStore, StoredBodies } from '#server/ports/audit-store'
import type { Database } from './open-database'
import { auditLog, auditPayload } from './schema/audit'
import type { SqlAccess } from './sql-access'

/** The longest beginning of `rows` whose bodies have at most `maxBytes`, but at least one row, each with its bodies. */
export function withBodies<Row extends { readonly seq: number }>(
  database: Database, rows: readonly Row[], maxBytes: number,
): (Row & StoredBodies)[] {
  const batch = cutToBytes(database, rows, maxBytes)
  const stored = database.select().from(auditPayload).where(inArray(auditPayload.seq, batch.map(row => row.seq))).all()
  const bodies = new Map(stored.map(({ seq, side, salt, body, bytes }) => [`${seq} ${side}`, { salt, body, bytes }]))
  return batch.map(row => ({ ...row, input: bodies.get(`${row.seq} input`) ?? null, output: bodies.get(`${row.seq} output`) ?? null }))
}

// `total` adds as floats: `sum` would throw on sizes that were edited to overflow an integer.
function cutToBytes<Row extends { readonly seq: number }>(database: Database, rows: readonly Row[], maxBytes: number): readonly Row[] {
  const sizes = new Map(database.select({ seq: auditPayload.seq, bytes: sql<number>`total(${auditPayload.bytes})` })
    .from(auditPayload).where(inArray(auditPayload.seq, rows.map(row => row.seq)))
    .groupBy(auditPayload.seq).orderBy(asc(auditPayload.seq)).all().map(({ seq, bytes }) => [seq, bytes]))
  let total = 0
  const cut = rows.findIndex((row, index) => {
    total += sizes.get(row.seq) ?? 0
    return index > 0 && total > maxBytes
  })
  return cut === -1 ? rows : rows.slice(0, cut)
}

export function createStrayBodyFinder(database: Database, access: SqlAccess): AuditStore['findStrayBody'] {
  const record = database.select({ seq: auditLog.seq }).from(auditLog).where(eq(auditLog.seq, auditPayload.seq))
  const isStray = or(notInArray(auditPayload.side, ['input', 'output']), notExists(record))
  return (afterSeq, upToSeq) => access.read(() => database.select({ seq: auditPayload.seq }).from(auditPayload)
    .where(and(gt(auditPayload.seq, afterSeq), upToSeq === undefined ? undefined : lte(auditPayload.seq, upToSeq), isStray))
    .orderBy(asc(auditPayload.seq)).limit(1).get())
}

/** Reads one body in parts, so that a large one need not be in memory as a whole. */
export function createBodyReader(database: Database, access: SqlAccess): Pick<AuditStore, 'findBody' | 'readBodyPart'> {
  const ofRecord = and(eq(auditPayload.seq, sql.placeholder('seq')), eq(auditPayload.side, sql.placeholder('side')))
  const validity = database.select({ isJson: sql<number>`json_valid(${auditPayload.body})` }).from(auditPayload).where(ofRecord).prepare()
  // SQLite counts characters from 1.
  const part = database.select({
    text: sql<string>`substr(${auditPayload.body}, ${sql.placeholder('from')} + 1, ${sql.placeholder('length')})`,
  })
    .from(auditPayload).where(ofRecord).prepare()
  return {
    findBody: (seq, side) => access.read(() => {
      const found = validity.get({ seq, side })
      return found && { isJson: found.isJson === 1 }
    }),
    readBodyPart: (seq, side, range) => access.read(() => part.get({ seq, side, ...range })?.text ?? ''),
  }
}
