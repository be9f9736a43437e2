import { asc, desc, eq, gt } from 'drizzle-orm'
import type { CheckpointStore } from '#server/ports/checkpoint-store'
import type { Database } from './open-database'
import { auditCheckpoint } from './schema/audit'
import type { SqlAccess } from './sql-access'

export function createCheckpointStore(database: Database, access: SqlAccess): CheckpointStore {
  return {
    readLast: () => access.read(() => database.select().from(auditCheckpoint).orderBy(desc(auditCheckpoint.n)).limit(1).get()),
    list: (afterN, limit) => access.read(() =>
      database.select().from(auditCheckpoint).where(gt(auditCheckpoint.n, afterN)).orderBy(asc(auditCheckpoint.n)).limit(limit).all()),
    append: checkpoint => access.write(() => {
      const [taken] = database.select({ n: auditCheckpoint.n }).from(auditCheckpoint).where(eq(auditCheckpoint.n, checkpoint.n)).all()
      if (taken) return false
      database.insert(auditCheckpoint).values(checkpoint).run()
      return true
    }),
  }
}
