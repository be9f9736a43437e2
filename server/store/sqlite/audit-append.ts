import { eq, max, sql } from 'drizzle-orm'
import type { AuditBody, AuditDraft, HashAuditRow, HashedRow } from '#server/ports/audit-store'
import { GENESIS_HASH } from '#shared/audit'
import type { Database } from './open-database'
import { placeholdersOf } from './sql-access'
import { auditLog, auditPayload } from './schema/audit'

/** Numbers, chains and stores drafts. To be called inside a write transaction only: number and hash depend on the last row. */
export type AppendAudit = (drafts: readonly AuditDraft[]) => readonly number[]

/** `onAppend` is given the newest number while the transaction is still open: it may only take note of it. */
export function createAuditAppend(database: Database, hashAuditRow: HashAuditRow, onAppend: (seq: number) => void): AppendAudit {
  const last = database.select({ seq: auditLog.seq, hash: auditLog.hash }).from(auditLog)
    .where(eq(auditLog.seq, sql`(select ${max(auditLog.seq)} from ${auditLog})`)).prepare()
  const insertRow = database.insert(auditLog).values(placeholdersOf(auditLog)).prepare()
  const insertBody = database.insert(auditPayload).values(placeholdersOf(auditPayload)).prepare()

  function storeBody(seq: number, side: 'input' | 'output', stored: AuditBody | null): void {
    if (stored === null) return
    const { salt, body } = stored
    insertBody.run({ seq, side, salt, body, bytes: Buffer.byteLength(body) })
  }

  return (drafts) => {
    if (drafts.length === 0) return []
    let { seq, hash: prevHash } = last.get() ?? { seq: 0, hash: GENESIS_HASH }
    const numbers = drafts.map(({ input, output, ...facts }) => {
      seq += 1
      const row: HashedRow = { seq, ...facts, inputCommit: input?.commit ?? null, outputCommit: output?.commit ?? null }
      const hash = hashAuditRow(prevHash, row)
      insertRow.run({ ...row, success: row.success === null ? null : Number(row.success), prevHash, hash })
      storeBody(seq, 'input', input)
      storeBody(seq, 'output', output)
      prevHash = hash
      return seq
    })
    onAppend(seq)
    return numbers
  }
}
