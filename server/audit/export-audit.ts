import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditStore, BodySide } from '#server/ports/audit-store'
import type { AuditFilter } from '#shared/audit'
import { AUDIT_CSV_HEAD, writeCsvLine } from './audit-csv'
import { writeJsonLine } from './audit-jsonl'
import type { StoredBody } from './export-line'

const BATCH_ROWS = 200
/**
 * What a slow reader holds in memory is one part or one chunk: a body of 5 MB never is there as a whole. Larger parts would
 * be read with fewer queries, but as long-lived objects that the heap grows by.
 */
const PART_CHARACTERS = 32 * 1024
const CHUNK_CHARACTERS = 64 * 1024

export type ExportFormat = 'jsonl' | 'csv'
type ExportStore = Pick<AuditStore, 'readMatching' | 'findBody' | 'readBodyPart'>

interface ExportOptions {
  readonly store: ExportStore
  readonly filter: AuditFilter
  /** `null` exports everybody's records. */
  readonly userId: string | null
  readonly format: ExportFormat
}

/** Matching records, oldest first, in chunks of text: nothing is read before the chunk before it was taken. */
export async function* exportAudit(options: ExportOptions): AsyncGenerator<string> {
  let chunk = ''
  for await (const piece of writePieces(options)) {
    chunk += piece
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
    // A fast reader takes each chunk at once: other requests are served in between.
    await nextTurn()
  }
  if (chunk) yield chunk
}

async function* writePieces({ store, filter, userId, format }: ExportOptions): AsyncGenerator<string> {
  if (format === 'csv') yield AUDIT_CSV_HEAD
  const writeLine = format === 'csv' ? writeCsvLine : writeJsonLine
  for (let after = 0; ;) {
    const rows = await store.readMatching(filter, after, BATCH_ROWS, userId)
    for (const row of rows) {
      yield* writeLine(row, side => openBody(store, row.seq, side))
      after = row.seq
    }
    if (rows.length < BATCH_ROWS) return
  }
}

async function openBody(store: ExportStore, seq: number, side: BodySide): Promise<StoredBody | undefined> {
  const found = await store.findBody(seq, side)
  return found && { ...found, parts: readParts(store, seq, side) }
}

async function* readParts(store: ExportStore, seq: number, side: BodySide): AsyncGenerator<string> {
  for (let from = 0; ; from += PART_CHARACTERS) {
    const part = await store.readBodyPart(seq, side, { from, length: PART_CHARACTERS })
    yield part
    // A character has one or two units: a part with fewer units than characters were asked for is the last.
    if (part.length < PART_CHARACTERS) return
  }
}
