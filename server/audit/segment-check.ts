import type { ChainedRow } from '#server/ports/audit-store'
import type { AuditCheckpoint } from '#shared/audit-checkpoint'
import type { CheckpointErrors } from './checkpoint-errors'
import { computeMerkleRoot } from './merkle-root'

/** Compares the records, as they are read, with what was signed about them. */
export class SegmentCheck {
  private next = 0
  private entries: Buffer[] = []

  constructor(private readonly checkpoints: readonly AuditCheckpoint[], private readonly errors: CheckpointErrors) {}

  add(row: ChainedRow): void {
    const checkpoint = this.checkpoints[this.next]
    if (!checkpoint) return
    this.entries.push(Buffer.from(row.hash, 'hex'))
    if (row.seq < checkpoint.lastSeq) return
    if (row.hash !== checkpoint.chainHead || computeMerkleRoot(this.entries) !== checkpoint.segmentRoot) {
      this.errors.add(
        'not-as-signed',
        `Records ${checkpoint.firstSeq} to ${checkpoint.lastSeq} are not those that checkpoint ${checkpoint.n} was signed for.`,
      )
    }
    this.next += 1
    this.entries = []
  }

  /** To be called once all records were added. */
  end(records: number): void {
    const unmet = this.checkpoints[this.next] && this.checkpoints.at(-1)
    if (unmet) this.errors.add('shorter-than-signed-head', describeShortLog(records, unmet))
  }
}

export function describeShortLog(records: number, { n, lastSeq }: AuditCheckpoint): string {
  return `The log ends at record ${records}, but checkpoint ${n} was signed for records up to ${lastSeq}. `
    + 'Records were removed, or an older copy of the database was restored.'
}
