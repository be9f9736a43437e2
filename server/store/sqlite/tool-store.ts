import type { ToolStore } from '#server/ports/tool-store'
import type { Database } from './open-database'
import { toolSettings } from './schema/tools'
import type { SqlAccess } from './sql-access'

export function createToolStore(database: Database, access: SqlAccess): ToolStore {
  return {
    listSettings: () => access.read(() => database.select().from(toolSettings).all().map(row => ({
      toolId: row.toolId,
      enabled: row.enabled ?? undefined,
      approval: row.approval ?? undefined,
      strict: row.strict ?? undefined,
    }))),
    saveSetting: row => access.write(() => {
      const decided = { enabled: row.enabled ?? null, approval: row.approval ?? null, strict: row.strict ?? null }
      database.insert(toolSettings).values({ toolId: row.toolId, ...decided })
        .onConflictDoUpdate({ target: toolSettings.toolId, set: decided }).run()
    }),
  }
}
