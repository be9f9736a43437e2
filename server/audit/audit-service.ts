import { AppError, notFound } from '#server/errors'
import type { AuditFact } from '#server/ports/audit-fact'
import type { AuditStore } from '#server/ports/audit-store'
import type { ConversationStore } from '#server/ports/conversation-store'
import type { Role } from '#shared/account'
import type { AuditFilter, AuditRow, ReadAuditRecord } from '#shared/audit'
import type { AuditVerification } from '#shared/audit-verification'
import type { Page, PageQuery } from '#shared/page'
import type { DraftAudit } from './audit-drafts'
import { exportAudit, type ExportFormat } from './export-audit'
import { type Signing, verifyLog } from './verify-log'
import { createUserSlots } from '#server/user-slots'

/** Who reads: a user sees their own records, a reviewer or an admin everybody's. */
export interface AuditReader { readonly userId: string, readonly role: Role }

export interface AuditService {
  /** Stores what is no part of a run: log-ins, settings, switches. Answers its number. */
  record(fact: AuditFact): Promise<number>
  list(filter: AuditFilter, page: PageQuery, reader: AuditReader): Promise<Page<AuditRow>>
  /** Throws `not-found`, for a foreign record too. */
  find(seq: number, reader: AuditReader): Promise<ReadAuditRecord>
  /**
   * Reads the whole log, and every signature. For a caller it ends early when their signal aborts; throws `rate-limited`
   * when this user has too many under way.
   */
  verify(caller?: VerificationCaller): Promise<AuditVerification>
  /**
   * Gives `write` the matching records as lines. Throws `rate-limited`, before `write` is called, when this user has too
   * many exports under way.
   */
  export(order: ExportOrder, write: (lines: AsyncIterable<string>) => Promise<void>): Promise<void>
}

interface VerificationCaller { readonly userId: string, readonly signal: AbortSignal }

export interface ExportOrder { readonly filter: AuditFilter, readonly reader: AuditReader, readonly format: ExportFormat }

interface AuditServiceOptions {
  readonly store: AuditStore
  readonly conversations: Pick<ConversationStore, 'find'>
  readonly draft: DraftAudit
  readonly signing: Signing
}

export function createAuditService({ store, conversations, draft, signing }: AuditServiceOptions): AuditService {
  const runExport = createAuditSlots('exports')
  const runVerification = createAuditSlots('verifications')
  return {
    record: async (fact) => {
      const [seq] = await store.append([await draft(fact)])
      if (seq === undefined) throw new Error('The store gave the audit record no number.')
      return seq
    },
    list: (filter, page, reader) => store.list(filter, page, toOwner(reader)),
    find: async (seq, reader) => {
      const record = await store.find(seq, toOwner(reader))
      if (!record) throw notFound('audit record')
      const { conversationId } = record
      const chat = conversationId === null ? undefined : await conversations.find(conversationId, reader.userId)
      return { ...record, canOpenChat: chat !== undefined }
    },
    verify: caller => caller
      ? runVerification(caller.userId, () => verifyLog({ ...signing, store, signal: caller.signal }))
      : verifyLog({ ...signing, store }),
    export: ({ filter, reader, format }, write) =>
      runExport(reader.userId, () => write(exportAudit({ store, filter, userId: toOwner(reader), format }))),
  }
}

function toOwner({ userId, role }: AuditReader): string | null {
  return role === 'user' ? userId : null
}

/** Each export or verification under way reads the log on, and holds up to a batch of it in memory. */
const MAX_PER_USER = 2
const RETRY_AFTER_MS = 5000

/** Does one work of this kind for this user; throws `rate-limited`, before the work starts, when too many are under way. */
type RunInSlot = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>

function createAuditSlots(kind: 'exports' | 'verifications'): RunInSlot {
  const takeSlot = createUserSlots(MAX_PER_USER, () => tooMany(kind))
  return async (userId, work) => {
    const release = takeSlot(userId)
    try {
      return await work()
    }
    finally {
      release()
    }
  }
}

function tooMany(kind: string): AppError {
  const message = `You have ${MAX_PER_USER} ${kind} in progress. Wait for one to finish, or cancel one, and try again.`
  return new AppError('rate-limited', message, { retryable: true, retryAfterMs: RETRY_AFTER_MS })
}
