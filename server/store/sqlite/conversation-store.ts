import { and, desc, eq, inArray, lt, type Placeholder, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { OPEN_RUN_STATES } from '#shared/run-state'
import { requireDeletableConversation } from '#server/ports/run-rules'
import type { ConversationStore } from '#server/ports/conversation-store'
import type { Conversation } from '#shared/conversation'
import type { PageQuery } from '#shared/page'
import type { RunState } from '#shared/run'
import { decodeCursor, toPage } from './cursor'
import type { Database } from './open-database'
import { conversations } from './schema/conversations'
import { runs } from './schema/runs'
import type { SqlAccess } from './sql-access'

const pageKeySchema = z.tuple([z.number().int()])

export function createConversationStore(database: Database, access: SqlAccess): ConversationStore {
  const own = (id: string | Placeholder, userId: string | Placeholder) => and(eq(conversations.id, id), eq(conversations.userId, userId))
  const find = database.select().from(conversations).where(own(sql.placeholder('id'), sql.placeholder('userId'))).prepare()
  return {
    create: row => access.write(() => {
      database.insert(conversations).values({ ...row, activitySeq: nextActivity(row.userId) }).run()
    }),
    list: (userId, page) => access.read(() => listPage(database, userId, page)),
    find: (id, userId) => access.read(() => toConversation(find.get({ id, userId }))),
    update: (id, userId, patch, at) => access.write(() =>
      toConversation(database.update(conversations)
        .set({ ...patch, updatedAt: at, activitySeq: nextActivity(userId) }).where(own(id, userId)).returning().get())),
    remove: (id, userId) => access.write(() => {
      const busy = database.select({ id: runs.id }).from(runs)
        .where(and(eq(runs.conversationId, id), eq(runs.userId, userId), eq(runs.state, 'running'))).get()
      requireDeletableConversation(busy?.id)
      return database.delete(conversations).where(own(id, userId)).run().changes > 0
    }),
  }
}

function listPage(database: Database, userId: string, { cursor, limit }: PageQuery) {
  const before = cursor === undefined ? undefined : lt(conversations.activitySeq, decodeCursor(cursor, pageKeySchema)[0])
  const openRun = database.select({ state: runs.state }).from(runs)
    .where(and(eq(runs.conversationId, conversations.id), inArray(runs.state, OPEN_RUN_STATES))).limit(1)
  const rows = database.select({ conversation: conversations, openState: sql<RunState | null>`(${openRun})` }).from(conversations)
    .where(and(eq(conversations.userId, userId), before))
    .orderBy(desc(conversations.activitySeq)).limit(limit + 1).all()
  const { items, nextCursor } = toPage(rows, limit, row => [row.conversation.activitySeq])
  return { items: items.flatMap(({ conversation, openState }) => withActivity(toConversation(conversation), openState)), nextCursor }
}

function withActivity(conversation: Conversation | undefined, openState: RunState | null): Conversation[] {
  if (!conversation) return []
  return [openState === null ? conversation : { ...conversation, activity: openState === 'waiting' ? 'waiting' : 'running' }]
}

function toConversation(row: typeof conversations.$inferSelect | undefined): Conversation | undefined {
  if (!row) return undefined
  const { userId: _owner, activitySeq: _seq, model, tools, settings, system, ...rest } = row
  return {
    ...rest, ...(model !== null && { model }), ...(tools !== null && { tools }), ...(settings !== null && { settings }),
    ...(system && { system }),
  }
}

/** The next number in the order of a user's conversations. SQLite has one writer: two writes never get the same one. */
export function nextActivity(userId: string | Placeholder): SQL<number> {
  return sql<number>`(select coalesce(max(activity_seq), 0) + 1 from ${conversations} where user_id = ${userId})`
}
