import type { AuditStore } from '#server/ports/audit-store'
import { parseCheckpointLine, toCheckpointLine } from './checkpoint'
import { SEGMENT_RECORDS, type SignLimits, signNextSegment } from './checkpoint-signer'
import type { Signing } from './verify-log'

const INTERVAL_MS = 10 * 60 * 1000
const BATCH_CHECKPOINTS = 500

interface CheckpointOptions extends Signing {
  readonly store: Pick<AuditStore, 'readLinks' | 'onAppend'>
  /** Writes one line to the log of the process: a log collector then holds a copy outside the data folder. */
  readonly print: (line: string) => void
  readonly onError: (message: string, error?: unknown) => void
  readonly now: () => Date
}

/**
 * Signs the log at the start, as it grows (each 1,000 records, each 10 minutes), and when it is closed. Errors are
 * reported and tried again.
 */
export class CheckpointService {
  private queue: Promise<void> = Promise.resolve()
  /** The record that makes a segment whole. */
  private dueAt = SEGMENT_RECORDS
  /** Lines that the file still lacks; absent until it was compared with the database. */
  private unfiled: string[] | undefined
  private readonly timer: NodeJS.Timeout

  constructor(private readonly options: CheckpointOptions) {
    this.timer = setInterval(() => void this.sign({ onlyWhole: false }), INTERVAL_MS).unref()
    options.store.onAppend((seq) => {
      if (seq < this.dueAt) return
      // A log that cannot be signed is not tried again with each record.
      this.dueAt = seq + SEGMENT_RECORDS
      void this.sign({ onlyWhole: true })
    })
    // The server may have crashed before it could sign its last records.
    void this.sign({ onlyWhole: false })
  }

  /** Signs what there is to sign; one call after the other. */
  sign(limits: SignLimits): Promise<void> {
    return this.queue = this.queue.then(async () => {
      await this.signSegments(limits)
      await this.writeFile()
    }).catch((error: unknown) => {
      this.options.onError('A checkpoint of the audit log could not be made or written; the next attempt follows within 10 minutes.', error)
    })
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.sign({ onlyWhole: false })
  }

  private async signSegments(limits: SignLimits): Promise<void> {
    for (;;) {
      const result = await signNextSegment(this.options, limits)
      if ('brokenAt' in result) {
        this.options.onError(
          `The audit log was changed at record ${result.brokenAt} (${result.reason}), so it is no longer signed. `
          + 'Run Verify on the audit screen.',
        )
        return
      }
      if (!result.checkpoint) return
      const line = toCheckpointLine(result.checkpoint)
      this.dueAt = result.checkpoint.lastSeq + SEGMENT_RECORDS
      this.options.print(`audit-checkpoint ${line}`)
      this.unfiled?.push(line)
    }
  }

  /** After the database: a checkpoint that only the file had would look like a database that was put back. */
  private async writeFile(): Promise<void> {
    const lines = this.unfiled ??= await this.findUnfiled()
    if (lines.length > 0) await this.options.file.append(lines)
    this.unfiled = []
  }

  /** What a crash, or a full disk, kept from the file. */
  private async findUnfiled(): Promise<string[]> {
    const { checkpoints, file } = this.options
    const filed = new Set<string | undefined>()
    for await (const line of file.read()) filed.add(parseCheckpointLine(line)?.signature)
    const unfiled: string[] = []
    for (let after = 0; ;) {
      const batch = await checkpoints.list(after, BATCH_CHECKPOINTS)
      unfiled.push(...batch.filter(({ signature }) => !filed.has(signature)).map(toCheckpointLine))
      if (batch.length < BATCH_CHECKPOINTS) return unfiled
      after = batch.at(-1)!.n
    }
  }
}
