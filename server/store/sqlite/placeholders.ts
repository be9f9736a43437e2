import { getTableColumns, type SQL, sql, type Placeholder } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** One placeholder per column, named after it: the values of an insert that is prepared once. */
export function placeholdersOf<Table extends SQLiteTable>(table: Table): Record<keyof Table['$inferInsert'], Placeholder> {
  const names = Object.keys(getTableColumns(table))
  return Object.fromEntries(names.map(name => [name, sql.placeholder(name)])) as Record<keyof Table['$inferInsert'], Placeholder> // `names` are exactly these keys
}

/**
 * A value to search by. SQLite, where it is built with STAT4, plans a join or a range anew for each value of a bare
 * parameter, which costs more than the query; behind a sign it is an expression, and the plan stays.
 */
export function searched(name: string): SQL {
  return sql`+${sql.placeholder(name)}`
}
