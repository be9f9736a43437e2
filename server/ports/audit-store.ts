import type { AuditFilter, AuditKind, AuditRecord, AuditRow } from '#shared/audit'
import type { Page, PageQuery } from '#shared/page'
import type { ExecutionChange } from './execution'

/** One body of a record: stored apart from the chain, which holds only its commitment. */
export interface AuditBody {
  /** Redacted JSON text. */
  readonly body: string
  /** 32 random bytes, hexadecimal: stops guessing a short body after it was erased. */
  readonly salt: string
  /** SHA-256(0x02 ‖ salt ‖ body), hexadecimal. */
  readonly commit: string
}

/** A record that is ready to be numbered and chained in the writing transaction. */
export interface AuditDraft {
  readonly at: string
  readonly kind: AuditKind
  readonly userId: string | null
  readonly userName: string | null
  readonly conversationId: string | null
  readonly runId: string | null
  readonly step: number | null
  readonly callId: string | null
  readonly executionId: string | null
  readonly tool: string | null
  readonly source: string | null
  readonly definitionHash: string | null
  readonly success: boolean | null
  readonly durationMs: number | null
  readonly error: string | null
  readonly input: AuditBody | null
  readonly output: AuditBody | null
}

/** The chained part of a record, with the bodies reduced to their commitments. */
export interface ChainedRow extends AuditRow {
  readonly inputCommit: string | null
  readonly outputCommit: string | null
  readonly prevHash: string
  readonly hash: string
}

/** What a record's hash covers besides the record before it. */
export type HashedRow = Omit<ChainedRow, 'prevHash' | 'hash'>
/** SHA-256 over the previous record's hash and the row, hexadecimal. The store calls it while it writes. */
export type HashAuditRow = (prevHash: string, row: HashedRow) => string

export type BodySide = 'input' | 'output'

/** `bytes` is the size that was noted beside the body. */
export interface StoredBody extends Omit<AuditBody, 'commit'> { readonly bytes: number }

/** Bodies as stored; `null` when there is none or it was erased. */
export interface StoredBodies { readonly input: StoredBody | null, readonly output: StoredBody | null }

/** How much one read may bring: as many rows as both allow, and one at least, however large its bodies are. */
interface BatchLimit { readonly rows: number, readonly bytes: number }

export interface AuditStore {
  /** Numbers, chains and stores the drafts, and changes the execution, in one transaction. Answers the numbers. */
  append(drafts: readonly AuditDraft[], execution?: ExecutionChange): Promise<readonly number[]>
  /** Tells the listener the newest number with each append of this process; the append may still be rolled back. */
  onAppend(listener: (seq: number) => void): void
  /** Newest first. `userId` limits the list to that user's own records; `null` reads all. */
  list(filter: AuditFilter, page: PageQuery, userId: string | null): Promise<Page<AuditRow>>
  find(seq: number, userId: string | null): Promise<AuditRecord | undefined>
  /** Oldest first, for verification: the rows after `afterSeq` with their bodies; none at the end. */
  readChain(afterSeq: number, limit: BatchLimit): Promise<readonly (ChainedRow & StoredBodies)[]>
  /** The first body after `afterSeq`, and up to `upToSeq` if given, that is no input or output of any record; absent when there is none. */
  findStrayBody(afterSeq: number, upToSeq?: number): Promise<{ readonly seq: number } | undefined>
  /** Oldest first, for signing: up to `limit` rows after `afterSeq`, without their bodies; fewer at the end. */
  readLinks(afterSeq: number, limit: number): Promise<readonly ChainedRow[]>
  /** Oldest first, for the export: up to `limit` matching rows after `afterSeq`, without their bodies; fewer at the end. */
  readMatching(filter: AuditFilter, afterSeq: number, limit: number, userId: string | null): Promise<readonly ChainedRow[]>
  /** Absent when the record has no such body; `isJson` is false only when somebody edited it. */
  findBody(seq: number, side: BodySide): Promise<{ readonly isJson: boolean } | undefined>
  /** Up to `length` characters (code points) of a body, the first being number 0; fewer at its end. */
  readBodyPart(seq: number, side: BodySide, part: { readonly from: number, readonly length: number }): Promise<string>
}
