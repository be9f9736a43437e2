import { eq } from 'drizzle-orm'
import type { ModelOverrideStore } from '#server/ports/model-override-store'
import type { Database } from './open-database'
import { modelOverrides } from './schema/providers'
import type { SqlAccess } from './sql-access'

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
