import { getTableColumns, sql, type Placeholder } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** One placeholder per column, named after it: the values of an insert that is prepared once. */
export function placeholdersOf<Table extends SQLiteTable>(table: Table): Record<keyof Table['$inferInsert'], Placeholder> {
  const names = Object.keys(getTableColumns(table))
  return Object.fromEntries(names.map(name => [name, sql.placeholder(name)])) as Record<keyof Table['$inferInsert'], Placeholder> // `names` are exactly these keys
}
