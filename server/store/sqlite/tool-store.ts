import type { ToolStore } from '#server/ports/tool-store'
import type { Database } from './open-database'
import { toolExecutions, toolSettings, toolVerdicts } from './schema/tools'
import { placeholdersOf, type SqlAccess } from './sql-access'
import { and, eq, sql } from 'drizzle-orm'
import type { VerdictStore } from '#server/ports/verdict-store'
import { AppError } from '#server/errors'
import type { ExecutionChange } from '#server/ports/execution'

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

export function createVerdictStore(database: Database, access: SqlAccess): VerdictStore {
  const save = database.insert(toolVerdicts).values({ ...placeholdersOf(toolVerdicts), reason: sql`${sql.placeholder('reason')}` })
    .onConflictDoUpdate({
      target: [toolVerdicts.fingerprint, toolVerdicts.target],
      set: {
        version: sql`excluded.version`, verdict: sql`excluded.verdict`, reason: sql`excluded.reason`, warnings: sql`excluded.warnings`,
      },
    }).prepare()
  return {
    listVerdicts: version => access.read(() => database.select().from(toolVerdicts).where(eq(toolVerdicts.version, version)).all()
      .map(({ reason, warnings, ...row }) => ({ ...row, ...(reason !== null && { reason }), warnings: [...warnings] }))),
    saveVerdicts: rows => access.write(() => {
      for (const row of rows) save.run({ ...row, reason: row.reason ?? null })
    }),
  }
}

/** Starts or ends one tool execution, each at most once. To be called inside a write transaction only. */
export type ChangeExecution = (change: ExecutionChange) => void

export function createExecutionChange(database: Database): ChangeExecution {
  const insert = database.insert(toolExecutions).values(placeholdersOf(toolExecutions)).onConflictDoNothing().prepare()
  const end = database.update(toolExecutions)
    .set({
      state: sql`${sql.placeholder('state')}`, endedAt: sql`${sql.placeholder('endedAt')}`,
      durationMs: sql`${sql.placeholder('durationMs')}`,
    })
    .where(and(eq(toolExecutions.id, sql.placeholder('id')), eq(toolExecutions.state, 'started'))).prepare()

  return (change) => {
    if (change.state === 'started') {
      const { changes } = insert.run({ ...change, endedAt: null, durationMs: null })
      if (changes === 0) throw new AppError('conflict', 'This tool call was started before. It is not run twice.')
      return
    }
    if (end.run({ ...change }).changes === 0) throw new AppError('conflict', 'This tool call has already ended, or never started.')
  }
}
