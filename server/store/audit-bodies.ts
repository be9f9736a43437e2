import { asc, inArray, sql } from 'drizzle-orm'
import type { StoredBodies } from '#server/ports/audit-store'
import type { Database } from './open-database'
import { auditPayload } from './schema/audit'

/** A batch of records holds at most this much of bodies in memory, and always at least one record. */
const BATCH_BYTES = 16 * 1024 * 1024

/** The longest beginning of `rows` whose bodies fit into one batch, each with its bodies. */
export function withBodies<Row extends { readonly seq: number }>(database: Database, rows: readonly Row[]): (Row & StoredBodies)[] {
  const batch = cutToBytes(database, rows)
  const stored = database.select().from(auditPayload).where(inArray(auditPayload.seq, batch.map(row => row.seq))).all()
  const bodies = new Map(stored.map(({ seq, side, salt, body }) => [`${seq} ${side}`, { salt, body }]))
  return batch.map(row => ({ ...row, input: bodies.get(`${row.seq} input`) ?? null, output: bodies.get(`${row.seq} output`) ?? null }))
}

function cutToBytes<Row extends { readonly seq: number }>(database: Database, rows: readonly Row[]): readonly Row[] {
  const sizes = new Map(database.select({ seq: auditPayload.seq, bytes: sql<number>`sum(${auditPayload.bytes})` })
    .from(auditPayload).where(inArray(auditPayload.seq, rows.map(row => row.seq)))
    .groupBy(auditPayload.seq).orderBy(asc(auditPayload.seq)).all().map(({ seq, bytes }) => [seq, bytes]))
  let total = 0
  const cut = rows.findIndex((row, index) => {
    total += sizes.get(row.seq) ?? 0
    return index > 0 && total > BATCH_BYTES
  })
  return cut === -1 ? rows : rows.slice(0, cut)
}
