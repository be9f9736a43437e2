export interface ValueTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** What stands in the value beside the rows, by name: a table must not hide it. */
  readonly beside: Readonly<Record<string, unknown>>
}

const MAX_COLUMNS = 24
const SAYS_THERE_IS_MORE = /^(is_?)?truncated$|^has_?more$/i

/**
 * A table when the value is one: an array of objects, `{columns, rows}`, or an object whose only list is such an array.
 * Anything else is `null` and is shown as JSON.
 */
export function tableFromValue(value: unknown): ValueTable | null {
  if (Array.isArray(value)) return fromRecords(value, {})
  if (!isRecord(value)) return null
  const declared = fromColumnsAndRows(value)
  if (declared) return declared
  const [list, ...others] = Object.keys(value).filter(name => Array.isArray(value[name]))
  return list !== undefined && others.length === 0 ? fromRecords(value[list], without(value, [list])) : null
}

/** Whether the tool itself marks the rows as incomplete, by one of the usual field names. */
export function isCutTable({ beside }: ValueTable): boolean {
  return Object.entries(beside).some(([name, fact]) => fact === true && SAYS_THERE_IS_MORE.test(name))
}

function fromColumnsAndRows(value: Readonly<Record<string, unknown>>): ValueTable | null {
  const { columns, rows } = value
  if (!Array.isArray(columns) || !Array.isArray(rows) || !columns.length || columns.length > MAX_COLUMNS) return null
  const names = columns.map(column => isRecord(column) ? String(column.name ?? '') : String(column))
  const beside = without(value, ['columns', 'rows'])
  if (rows.every(Array.isArray)) return { columns: names, rows, beside }
  return rows.every(isRecord) ? { columns: names, rows: rows.map(row => names.map(name => row[name])), beside } : null
}

function fromRecords(items: unknown, beside: ValueTable['beside']): ValueTable | null {
  if (!Array.isArray(items) || !items.length || !items.every(isRecord)) return null
  const columns = [...new Set(items.flatMap(item => Object.keys(item)))]
  if (!columns.length || columns.length > MAX_COLUMNS) return null
  return { columns, rows: items.map(item => columns.map(column => item[column])), beside }
}

function without(value: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
