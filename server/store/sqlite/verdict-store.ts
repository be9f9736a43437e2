import { eq, sql } from 'drizzle-orm'
import type { VerdictStore } from '#server/ports/verdict-store'
import type { Database } from './open-database'
import { placeholdersOf } from './placeholders'
import { toolVerdicts } from './schema/tools'
import type { SqlAccess } from './sql-access'

export function createVerdictStore(database: Database, access: SqlAccess): VerdictStore {
  const save = database.insert(toolVerdicts).values({ ...placeholdersOf(toolVerdicts), reason: sql`${sql.placeholder('reason')}` })
    .onConflictDoUpdate({
      target: [toolVerdicts.fingerprint, toolVerdicts.target],
      set: { version: sql`excluded.version`, verdict: sql`excluded.verdict`, reason: sql`excluded.reason`, warnings: sql`excluded.warnings` },
    }).prepare()
  return {
    listVerdicts: version => access.read(() => database.select().from(toolVerdicts).where(eq(toolVerdicts.version, version)).all()
      .map(({ reason, warnings, ...row }) => ({ ...row, ...(reason !== null && { reason }), warnings: [...warnings] }))),
    saveVerdicts: rows => access.write(() => {
      for (const row of rows) save.run({ ...row, reason: row.reason ?? null })
    }),
  }
}
