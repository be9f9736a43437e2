import { and, eq, inArray } from 'drizzle-orm'
import { AppError, notFound } from '#server/errors'
import type { AcceptedRun, RunStore } from '#server/ports/run-store'
import type { AppendAudit } from './audit-append'
import type { Database } from './open-database'
import type { RunEventRows } from './run-events'
import { toRunRow } from './run-row'
import { conversations } from './schema/conversations'
import { runs } from './schema/runs'

type Accepted = Awaited<ReturnType<RunStore['accept']>>

interface AcceptParts { readonly database: Database, readonly events: RunEventRows, readonly appendAudit: AppendAudit }

/** Stores a new run with its first event and audit, unless its idempotency key was used before. */
export function acceptRun({ database, events, appendAudit }: AcceptParts, { row, event, audit, at, idempotency }: AcceptedRun): Accepted {
  const earlier = idempotency && findEarlier(database, row.userId, idempotency)
  if (earlier) return { run: earlier, created: false }
  const { changes } = database.update(conversations).set({ updatedAt: at })
    .where(and(eq(conversations.id, row.conversationId), eq(conversations.userId, row.userId))).run()
  if (changes === 0) throw notFound('conversation')
  refuseSecond(database, row.conversationId)
  database.insert(runs).values({ ...row, lastSequence: 1, idempotencyKey: idempotency?.key, bodyHash: idempotency?.bodyHash }).run()
  const [stored] = events.append({ id: row.id, after: 0, at }, [event])
  appendAudit(audit)
  return { run: { ...row, lastSequence: 1 }, created: true, event: stored }
}

/** Two runs at once would write into each other's history. Looked up in the transaction, so that two starts cannot both pass. */
function refuseSecond(database: Database, conversationId: string): void {
  const active = database.select({ id: runs.id }).from(runs)
    .where(and(eq(runs.conversationId, conversationId), inArray(runs.state, ['queued', 'running', 'waiting']))).get()
  if (active) throw new AppError('conflict', `This conversation still works on run ${active.id}. Wait for it, answer what it asks, or stop it.`)
}

function findEarlier(database: Database, userId: string, { key, bodyHash }: NonNullable<AcceptedRun['idempotency']>) {
  const earlier = database.select().from(runs).where(and(eq(runs.userId, userId), eq(runs.idempotencyKey, key))).get()
  if (!earlier) return undefined
  if (earlier.bodyHash !== bodyHash) {
    throw new AppError('unprocessable', 'This Idempotency-Key was used for another request. Use a new key.')
  }
  return toRunRow(earlier)
}
