import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { OPEN_RUN_STATES } from '#shared/run-state'
import { notFound } from '#server/errors'
import { requireNoActiveRun, requireNotSuspended, requireParent, requireSameRequest } from '#server/ports/run-rules'
import type { AcceptedRun, RunStore } from '#server/ports/run-store'
import type { AppendAudit } from './audit-append'
import type { Database } from './open-database'
import { nextActivity } from './conversation-store'
import { placeholdersOf } from './sql-access'
import { type RunEventRows, toRunRow } from './run-rows'
import { users } from './schema/access'
import { conversations } from './schema/conversations'
import { runs } from './schema/runs'

type Accepted = Awaited<ReturnType<RunStore['accept']>>

interface AcceptParts { readonly database: Database, readonly events: RunEventRows, readonly appendAudit: AppendAudit }

/** Stores a new run with its first event and audit, unless its idempotency key was used before. Only called inside a write transaction. */
export function createRunAccept({ database, events, appendAudit }: AcceptParts): (accepted: AcceptedRun) => Accepted {
  const statements = prepareStatements(database)

  /** Looked up in the transaction, so that a run which was accepted meanwhile is followed and not forked off. */
  function findParent(conversationId: string, wanted: string | null | undefined): string | null {
    const found = typeof wanted === 'string'
      ? statements.findInConversation.get({ conversationId, id: wanted })
      : statements.findNewest.get({ conversationId })
    return requireParent(wanted, found?.id)
  }

  return ({ row: given, parent: wanted, event, audit, at, idempotency, conversation = {} }) => {
    const { title = null, model = null, tools, settings, system = null } = conversation
    const earlier = idempotency && findEarlier(database, given.userId, idempotency)
    if (earlier) return { run: earlier, created: false }
    requireNotSuspended(statements.findUser.get({ id: given.userId })?.status)
    const kept = { title, model, system, tools: tools ? JSON.stringify(tools) : null, settings: settings ? JSON.stringify(settings) : null }
    const { changes } = statements.updateConversation.run({ ...kept, id: given.conversationId, userId: given.userId, at })
    if (changes === 0) throw notFound('conversation')
    requireNoActiveRun(statements.findActive.get({ conversationId: given.conversationId })?.id)
    const row = { ...given, parent: findParent(given.conversationId, wanted) }
    const { key: idempotencyKey = null, bodyHash = null } = idempotency ?? {}
    statements.insert.run({
      ...row, error: row.error && JSON.stringify(row.error), lastSequence: 1, idempotencyKey, bodyHash, leaseOwner: null,
      leaseExpiresAt: null,
    })
    const [stored] = events.append({ id: row.id, after: 0, at }, [event])
    appendAudit(audit)
    return { run: { ...row, lastSequence: 1 }, created: true, event: stored }
  }
}

function prepareStatements(database: Database) {
  const { title, model, tools, settings, system } = conversations
  return {
    // What is not given stays as it is.
    updateConversation: database.update(conversations).set({
      updatedAt: sql`${sql.placeholder('at')}`,
      activitySeq: nextActivity(sql.placeholder('userId')),
      title: sql`coalesce(${sql.placeholder('title')}, ${title})`,
      model: sql`coalesce(${sql.placeholder('model')}, ${model})`,
      tools: sql`coalesce(${sql.placeholder('tools')}, ${tools})`,
      settings: sql`coalesce(${sql.placeholder('settings')}, ${settings})`,
      system: sql`coalesce(${sql.placeholder('system')}, ${system})`,
    }).where(and(eq(conversations.id, sql.placeholder('id')), eq(conversations.userId, sql.placeholder('userId')))).prepare(),
    findUser: database.select({ status: users.status }).from(users).where(eq(users.id, sql.placeholder('id'))).prepare(),
    findActive: database.select({ id: runs.id }).from(runs)
      .where(and(eq(runs.conversationId, sql.placeholder('conversationId')), inArray(runs.state, OPEN_RUN_STATES))).prepare(),
    findInConversation: database.select({ id: runs.id }).from(runs)
      .where(and(eq(runs.conversationId, sql.placeholder('conversationId')), eq(runs.id, sql.placeholder('id')))).prepare(),
    findNewest: database.select({ id: runs.id }).from(runs)
      .where(eq(runs.conversationId, sql.placeholder('conversationId'))).orderBy(desc(runs.acceptedSeq)).limit(1).prepare(),
    insert: database.insert(runs).values({
      ...placeholdersOf(runs),
      acceptedSeq: sql`(select coalesce(max(accepted_seq), 0) + 1 from ${runs})`,
      // Unlike a plain one, a placeholder of a JSON column would store a null as the text `null`.
      error: sql`${sql.placeholder('error')}`,
    }).prepare(),
  }
}

function findEarlier(database: Database, userId: string, { key, bodyHash }: NonNullable<AcceptedRun['idempotency']>) {
  const earlier = database.select().from(runs).where(and(eq(runs.userId, userId), eq(runs.idempotencyKey, key))).get()
  if (!earlier) return undefined
  requireSameRequest(earlier.bodyHash, bodyHash)
  return toRunRow(earlier)
}
