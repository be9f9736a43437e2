import { eq } from 'drizzle-orm'
import type { ProviderStore } from '#server/ports/provider-store'
import type { Database } from './open-database'
import { modelOverrides, providers } from './schema/providers'
import type { SqlAccess } from './sql-access'
import type { ModelOverrideStore } from '#server/ports/model-override-store'

export function createProviderStore(database: Database, access: SqlAccess): ProviderStore {
  const list = database.select().from(providers).orderBy(providers.createdAt, providers.id).prepare()
  return {
    list: () => access.read(() => list.all()),
    find: id => access.read(() => database.select().from(providers).where(eq(providers.id, id)).get()),
    create: row => access.write(() => database.insert(providers).values(row).onConflictDoNothing().run().changes > 0),
    update: row => access.write(() => {
      database.update(providers).set(row).where(eq(providers.id, row.id)).run()
    }),
    remove: id => access.write(() => database.delete(providers).where(eq(providers.id, id)).run().changes > 0),
  }
}

export function createModelOverrideStore(database: Database, access: SqlAccess): ModelOverrideStore {
  const list = database.select().from(modelOverrides).orderBy(modelOverrides.model).prepare()
  return {
    list: () => access.read(() => list.all()),
    put: ({ model, ...values }) => access.write(() => {
      database.insert(modelOverrides).values({ model, ...values }).onConflictDoUpdate({ target: modelOverrides.model, set: values }).run()
    }),
    remove: model => access.write(() => database.delete(modelOverrides).where(eq(modelOverrides.model, model)).run().changes > 0),
  }
}
