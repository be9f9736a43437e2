import type { AuditStore } from '#server/ports/audit-store'
import type { AuditFilter } from '#shared/audit'
import { AUDIT_CSV_HEAD, toCsvLine } from './audit-csv'

const BATCH_ROWS = 200

export type ExportFormat = 'jsonl' | 'csv'

interface ExportOptions {
  readonly store: Pick<AuditStore, 'readMatching'>
  readonly filter: AuditFilter
  /** `null` exports everybody's records. */
  readonly userId: string | null
  readonly format: ExportFormat
}

/** Matching records, oldest first, a batch of lines at a time: the whole log need not fit into memory. */
export async function* exportAudit({ store, filter, userId, format }: ExportOptions): AsyncGenerator<string> {
  const toLine = format === 'csv' ? toCsvLine : JSON.stringify
  if (format === 'csv') yield AUDIT_CSV_HEAD
  for (let after = 0; ;) {
    const records = await store.readMatching(filter, after, BATCH_ROWS, userId)
    const last = records.at(-1)
    if (!last) return
    yield records.map(record => `${toLine(record)}\n`).join('')
    after = last.seq
  }
}
