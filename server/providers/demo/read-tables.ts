import type { ToolOutcome } from '#shared/tool-outcome'
import { isRecord, readStructured } from './read-records'
import { readText } from './read-turn'
import { toStem } from './word-forms'

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

const TABLE_TEXT = /\b(\w+)["`]?\s*\(([^()]+(?:\([^()]*\)[^()]*)*)\)/g
const NOT_A_COLUMN = /^(?:primary|foreign|unique|check|constraint|key)$/i

/** Reads which tables there are from what a listing tool returned: as data, as `create table` statements, or as text. */
export function readTables(outcome: ToolOutcome): Table[] {
  const data = readStructured(outcome)
  const listed: unknown = isRecord(data) ? data.tables : data
  if (Array.isArray(listed)) {
    const tables = listed.flatMap(toTable)
    if (tables.length > 0) return tables
  }
  return [...readText(outcome.content).matchAll(TABLE_TEXT)].map(([, name, columns]) => ({
    name: name ?? '', columns: readColumns(columns ?? ''),
  }))
}

function toTable(entry: unknown): Table[] {
  if (!isRecord(entry) || typeof entry.name !== 'string') return []
  const columns = Array.isArray(entry.columns) ? entry.columns : []
  return [{ name: entry.name, columns: columns.map(column => isRecord(column) ? String(column.name) : String(column)) }]
}

function readColumns(text: string): string[] {
  return text.split(',').map(part => part.trim().split(/\s+/)[0]?.replace(/["`]/g, '') ?? '').filter(name => name !== ''
    && !NOT_A_COLUMN.test(name))
}

/** The column of `table` that points to `target`, by the usual naming: `customer_id` points to `customers`. */
export function findLink(table: Table, target: Table): string | undefined {
  const stem = toStem(target.name)
  return target.columns.includes('id') ? table.columns.find(column => column === `${stem}_id` || column === `${stem}Id`) : undefined
}

export function findNameColumn(table: Table): string | undefined {
  return table.columns.find(column => /^(?:full_?)?name$|^title$/i.test(column)) ?? table.columns.find(column => /name$/i.test(column))
}
