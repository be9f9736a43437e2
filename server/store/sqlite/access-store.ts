import { and, eq, gt, lte } from 'drizzle-orm'
import type { AccessStore } from '#server/ports/access-store'
import type { Database } from './open-database'
import { searched, type SqlAccess } from './sql-access'
import { apiTokens, sessions, settings, users } from './schema/access'
import { createUserQueries } from './user-queries'

/** What every request asks is prepared once: building SQL costs more than running it. */
export function createAccessStore(database: Database, access: SqlAccess): AccessStore {
  return {
    ...createUserQueries(database, access),
    ...createSessionQueries(database, access),
    ...createTokenQueries(database, access),
    ...createSettingQueries(database, access),
  }
}

type SessionQueries = Pick<AccessStore, 'createSession' | 'findSession' | 'deleteSession' | 'deleteExpiredSessions'>

function createSessionQueries(database: Database, access: SqlAccess): SessionQueries {
  const find = database.select({ session: sessions, user: users }).from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.secretHash, searched('secretHash')), gt(sessions.expiresAt, searched('now')))).prepare()
  return {
    createSession: session => access.write(() => {
      database.insert(sessions).values(session).run()
    }),
    findSession: (secretHash, now) => access.read(() => find.get({ secretHash, now })),
    deleteSession: id => access.write(() => {
      database.delete(sessions).where(eq(sessions.id, id)).run()
    }),
    deleteExpiredSessions: now => access.write(() => {
      database.delete(sessions).where(lte(sessions.expiresAt, now)).run()
    }),
  }
}

type TokenQueries = Pick<AccessStore, 'createToken' | 'saveToken' | 'findToken' | 'touchToken' | 'listTokens' | 'deleteToken'>

function createTokenQueries(database: Database, access: SqlAccess): TokenQueries {
  const find = database.select({ token: apiTokens, user: users }).from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(eq(apiTokens.secretHash, searched('secretHash'))).prepare()
  return {
    createToken: token => access.write(() => {
      database.insert(apiTokens).values(token).run()
    }),
    saveToken: token => access.write(() => {
      database.insert(apiTokens).values(token).onConflictDoUpdate({ target: apiTokens.id, set: token }).run()
    }),
    findToken: secretHash => access.read(() => find.get({ secretHash })),
    touchToken: (id, at) => access.write(() => {
      database.update(apiTokens).set({ lastUsedAt: at }).where(eq(apiTokens.id, id)).run()
    }),
    listTokens: userId => access.read(() => database.select().from(apiTokens)
      .where(eq(apiTokens.userId, userId)).orderBy(apiTokens.createdAt, apiTokens.id).all()),
    deleteToken: (id, userId) => access.write(() => database.delete(apiTokens)
      .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId))).run().changes > 0),
  }
}

type SettingQueries = Pick<AccessStore, 'readSetting' | 'saveSetting' | 'deleteSetting'>

function createSettingQueries(database: Database, access: SqlAccess): SettingQueries {
  return {
    readSetting: key => access.read(() => database.select().from(settings).where(eq(settings.key, key)).get()?.value),
    saveSetting: (key, value) => access.write(() => {
      database.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } }).run()
    }),
    deleteSetting: key => access.write(() => {
      database.delete(settings).where(eq(settings.key, key)).run()
    }),
  }
}
