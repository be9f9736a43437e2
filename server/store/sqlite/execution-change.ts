import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#server/errors'
import type { ExecutionChange } from '#server/ports/execution'
import type { Database } from './open-database'
import { placeholdersOf } from './placeholders'
import { toolExecutions } from './schema/tools'

/** Starts or ends one tool execution, each at most once. To be called inside a write transaction only. */
export type ChangeExecution = (change: ExecutionChange) => void

export function createExecutionChange(database: Database): ChangeExecution {
  const insert = database.insert(toolExecutions).values(placeholdersOf(toolExecutions)).onConflictDoNothing().prepare()
  const end = database.update(toolExecutions)
    .set({ state: sql`${sql.placeholder('state')}`, endedAt: sql`${sql.placeholder('endedAt')}`, durationMs: sql`${sql.placeholder('durationMs')}` })
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
