import { eq, sql } from 'drizzle-orm'
import type { RunCommit } from '#server/ports/run-store'
import type { Database } from './open-database'
import { runs } from './schema/runs'

type RunChange = NonNullable<RunCommit['change']> & { readonly lastSequence: number }

/**
 * Changes columns of one run. The statement of each set of columns is prepared once: a run changes in a handful of
 * ways, many times each, and building SQL costs more than running it.
 */
export function createRunUpdate(database: Database): (runId: string, change: RunChange) => void {
  const statements = new Map<string, ReturnType<typeof prepare>>()

  function prepare(changed: readonly (readonly [string, unknown])[]) {
    // Null is written out: a placeholder of a JSON column would store the text `null`.
    const columns = Object.fromEntries(changed.map(([name, value]) => [name, value === null ? null : sql.placeholder(name)]))
    return database.update(runs).set(columns).where(eq(runs.id, sql.placeholder('id'))).prepare()
  }

  return (runId, change) => {
    const changed = Object.entries(change).filter(([, value]) => value !== undefined)
    const key = changed.map(([name, value]) => value === null ? `${name} null` : name).join()
    const statement = statements.get(key) ?? prepare(changed)
    statements.set(key, statement)
    statement.run({ ...change, id: runId })
  }
}
