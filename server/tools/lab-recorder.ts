import type { NamedActor } from '../ports/actor'
import type { AuditFact } from '../ports/audit-fact'
import type { AuditDraft, AuditStore } from '../ports/audit-store'
import { createStorageRetry, type StorageRetry, type StorageRetryOptions } from '../retry-storage'
import { type CallRecord, recordEnded, recordRefused, recordStarted } from './call-record'
import type { ToolCallRecorder } from './execute-tool-call'

export interface LabRecorderOptions extends StorageRetryOptions {
  readonly audit: Pick<AuditStore, 'append'>
  readonly draft: (fact: AuditFact) => Promise<AuditDraft>
  readonly now: () => Date
}

export interface LabRecorder extends ToolCallRecorder {
  /** Number of the newest record; 0 before there is one. */
  readonly lastSeq: () => number
}

/** Audits calls by hand with the same records as in a run, but without a run id. */
export function createLabRecorder(actor: NamedActor, options: LabRecorderOptions): LabRecorder {
  const { audit, draft, now } = options
  const retryStorage = createStorageRetry(options)
  const timestamp = () => now().toISOString()
  let lastSeq = 0
  const append = async ({ fact, execution }: CallRecord | CallRecord<undefined>, attempt: StorageRetry = write => write()) => {
    const drafted = await draft({ ...fact, at: timestamp(), actor })
    const seqs = await attempt(() => audit.append([drafted], execution))
    lastSeq = seqs.at(-1) ?? lastSeq
  }
  return {
    lastSeq: () => lastSeq,
    refused: (request, outcome, tool) => append(recordRefused(request, outcome, tool)),
    started: call => append(recordStarted(call, { runId: null, userId: actor.userId, startedAt: timestamp() })),
    // The tool has run: a temporary storage error must not lose its outcome.
    ended: (call, outcome) => append(recordEnded(call, outcome, timestamp()), retryStorage),
  }
}
