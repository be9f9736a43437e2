import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { AccessStore, UserChange, UserRow } from '#server/ports/access-store'
import { requireDeletableUser } from '#server/ports/run-rules'
import { endsSessions, isActiveAdmin, requireActiveAdmin } from '#server/ports/user-rules'
import type { Database } from './open-database'
import { sessions, users } from './schema/access'
import { conversations } from './schema/conversations'
import { runs } from './schema/runs'
import type { SqlAccess } from './sql-access'

type UserQueries = Pick<
  AccessStore,
  'countUsers' | 'findUser' | 'createFirstUser' | 'listUsers' | 'createUser' | 'updateUser' | 'deleteUser' | 'findUserByEmail'
>

export function createUserQueries(database: Database, access: SqlAccess): UserQueries {
  const countRows = () => database.select({ users: count() }).from(users).get()?.users ?? 0
  const find = database.select().from(users).where(eq(users.id, sql.placeholder('id'))).prepare()
  return {
    findUser: id => access.read(() => find.get({ id })),
    countUsers: () => access.read(countRows),
    createFirstUser: user => access.write(() => {
      if (countRows() > 0) return false
      database.insert(users).values(user).run()
      return true
    }),
    listUsers: () => access.read(() => database.select().from(users).orderBy(asc(users.createdAt), asc(users.id)).all()),
    createUser: user => access.write(() =>
      database.insert(users).values(user).onConflictDoNothing({ target: users.email }).run().changes > 0),
    updateUser: (id, change) => access.write(() => updateUser(database, id, change)),
    deleteUser: id => access.write(() => deleteUser(database, id)),
    findUserByEmail: email => access.read(() => database.select().from(users).where(eq(users.email, email)).get()),
  }
}

function updateUser(database: Database, id: string, change: UserChange): UserRow | undefined {
  const before = database.select().from(users).where(eq(users.id, id)).get()
  if (!before) return undefined
  const after = { ...before, ...change }
  database.update(users).set(after).where(eq(users.id, id)).run()
  if (isActiveAdmin(before) && !isActiveAdmin(after)) requireActiveAdmin(countActiveAdmins(database))
  if (endsSessions(before, after)) database.delete(sessions).where(eq(sessions.userId, id)).run()
  return after
}

function deleteUser(database: Database, id: string): UserRow | undefined {
  const busy = database.select({ id: runs.id }).from(runs).where(and(eq(runs.userId, id), eq(runs.state, 'running'))).get()
  requireDeletableUser(busy?.id)
  // Neither a conversation nor a record names its user by a foreign key: the audit outlives them.
  database.delete(conversations).where(eq(conversations.userId, id)).run()
  const user = database.delete(users).where(eq(users.id, id)).returning().get()
  if (user && isActiveAdmin(user)) requireActiveAdmin(countActiveAdmins(database))
  return user
}

function countActiveAdmins(database: Database): number {
  return database.select({ admins: count() }).from(users).where(and(eq(users.role, 'admin'), eq(users.status, 'active'))).get()?.admins ?? 0
}
