import { and, asc, desc, eq, getTableColumns, gt, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { AuditStore, ChainedRow, StoredBodies } from '#server/ports/audit-store'
import type { AuditRecord, AuditRow } from '#shared/audit'
import type { AppendAudit } from './audit-append'
import { createBodyReader, createStrayBodyFinder, withBodies } from './audit-bodies'
import { toCondition } from './audit-conditions'
import { decodeCursor, toPage } from './cursor'
import type { ChangeExecution } from './execution-change'
import type { Database } from './open-database'
import { auditLog } from './schema/audit'
import type { SqlAccess } from './sql-access'

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
      withBodies(database, selectRows().where(gt(auditLog.seq, afterSeq)).orderBy(asc(auditLog.seq)).limit(limit.rows).all().map(fromFlag), limit.bytes)),
    findStrayBody: createStrayBodyFinder(database, access),
    readLinks: (afterSeq, limit) => access.read(() =>
      selectRows().where(gt(auditLog.seq, afterSeq)).orderBy(asc(auditLog.seq)).limit(limit).all().map(fromFlag)),
    readMatching: (filter, afterSeq, limit, userId) => access.read(() =>
      selectRows().where(and(toCondition(filter, userId), gt(auditLog.seq, afterSeq))).orderBy(asc(auditLog.seq)).limit(limit).all().map(fromFlag)),
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
    // Somebody edited the file: show what is there. Verification is what names the fault.
    return body
  }
}
