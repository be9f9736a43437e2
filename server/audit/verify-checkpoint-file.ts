import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditStore } from '#server/ports/audit-store'
import type { AuditCheckpoint } from '#shared/audit-checkpoint'
import { hashCheckpoint, parseCheckpointLine } from './checkpoint'
import type { CheckpointErrors } from './checkpoint-errors'
import type { CheckpointFile } from './checkpoint-file'
import { checkSignature } from './read-checkpoints'
import { describeShortLog } from './segment-check'
import type { SigningKeys } from './signing-keys'

const BATCH_LINES = 500

export interface FiledCheckpoint { readonly line: number, readonly checkpoint: AuditCheckpoint }

/** The checkpoints of the file; lines that hold none, and a file that cannot be read, are added to `errors`. */
export async function readFiledCheckpoints(file: CheckpointFile, errors: CheckpointErrors): Promise<readonly FiledCheckpoint[]> {
  try {
    return await readLines(file, errors)
  }
  catch (error) {
    // Only the file system's errors have a code.
    if (!(error instanceof Error && 'code' in error)) throw error
    errors.add('checkpoint-file-unreadable', `The file audit-checkpoints.jsonl in the data folder could not be loaded (${String(
      error.code,
    )}). `
    + 'Without it, a truncated or replaced log may go unnoticed. '
    + 'Give the server account read access to the file, or move it away: the server then writes a new one from the database.')
    return []
  }
}

async function readLines(file: CheckpointFile, errors: CheckpointErrors): Promise<readonly FiledCheckpoint[]> {
  const filed: FiledCheckpoint[] = []
  let line = 0
  let torn: string | undefined
  for await (const text of file.read()) {
    line += 1
    // A crash, or a write at this moment, may tear the last line; after a crash the next start writes it again, in full.
    if (torn !== undefined && !text.startsWith(torn)) {
      errors.add('signature-wrong', `Line ${line - 1} of the checkpoint file holds no checkpoint.`)
    }
    const checkpoint = parseCheckpointLine(text)
    torn = checkpoint ? undefined : text
    if (checkpoint) filed.push({ line, checkpoint })
    if (line % BATCH_LINES === 0) await nextTurn()
  }
  return filed
}

interface CompareOptions {
  readonly filed: readonly FiledCheckpoint[]
  readonly stored: readonly AuditCheckpoint[]
  readonly store: Pick<AuditStore, 'readLinks'>
  readonly keys: Pick<SigningKeys, 'knows'>
  readonly errors: CheckpointErrors
  /** How many records the log has; absent when verification stopped before the end. */
  readonly records?: number
}

/** What the file holds and the database lacks shows a log that was cut, emptied, or replaced as a whole. */
export async function compareWithFile({ filed, stored, store, keys, errors, records }: CompareOptions): Promise<void> {
  const known = new Set(stored.map(hashCheckpoint))
  for (const { line, checkpoint } of filed) {
    if (known.has(hashCheckpoint(checkpoint))) continue
    const where = `Checkpoint ${checkpoint.n} in line ${line} of the checkpoint file`
    checkSignature(checkpoint, { keys, errors, where })
    const { chainHead, lastSeq } = checkpoint
    const [row] = await store.readLinks(lastSeq - 1, 1)
    if (row?.seq === lastSeq && row.hash === chainHead) errors.add('checkpoint-missing', `${where} is missing in the database.`)
    else if (row) errors.add('not-as-signed', `${where} was signed for another record ${lastSeq} than the one in the log.`)
    else if (records !== undefined) errors.add('shorter-than-signed-head', describeShortLog(records, checkpoint))
  }
}
