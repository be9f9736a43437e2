export interface ValueTable { readonly columns: readonly string[], readonly rows: readonly (readonly unknown[])[] }

const MAX_COLUMNS = 24

/**
 * A table when the value is one: an array of objects, `{columns, rows}`, or an object whose only list is such an array.
 * Anything else is `null` and is shown as JSON.
 */
export function tableFromValue(value: unknown): ValueTable | null {
  if (Array.isArray(value)) return fromRecords(value)
  if (!isRecord(value)) return null
  const declared = fromColumnsAndRows(value)
  if (declared) return declared
  const lists = Object.values(value).filter(Array.isArray)
  return lists.length === 1 ? fromRecords(lists[0] ?? []) : null
}

function fromColumnsAndRows({ columns, rows }: Readonly<Record<string, unknown>>): ValueTable | null {
  if (!Array.isArray(columns) || !Array.isArray(rows) || !columns.length || columns.length > MAX_COLUMNS) return null
  const names = columns.map(column => isRecord(column) ? String(column.name ?? '') : String(column))
  if (rows.every(Array.isArray)) return { columns: names, rows }
  return rows.every(isRecord) ? { columns: names, rows: rows.map(row => names.map(name => row[name])) } : null
}

function fromRecords(items: readonly unknown[]): ValueTable | null {
  if (!items.length || !items.every(isRecord)) return null
  const columns = [...new Set(items.flatMap(item => Object.keys(item)))]
  if (!columns.length || columns.length > MAX_COLUMNS) return null
  return { columns, rows: items.map(item => columns.map(column => item[column])) }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
