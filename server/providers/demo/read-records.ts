import type { ToolOutcome } from '#shared/tool-outcome'
import { readText } from './read-turn'

/** One row of a result, or one object in it. */
export type DataRecord = Readonly<Record<string, unknown>>

/** Reads the facts of an outcome: rows of a table, a list of objects, or one object. */
export function readRecords(outcome: ToolOutcome): DataRecord[] {
  return toRecords(readStructured(outcome))
}

export function isRecord(value: unknown): value is DataRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What the tool returned as data; tools without structured content often return JSON as text. */
export function readStructured(outcome: ToolOutcome): unknown {
  if (outcome.status !== 'ok') return undefined
  if (outcome.structuredContent !== undefined) return outcome.structuredContent
  const text = readText(outcome.content).trim()
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  }
  catch {
    // Text that only looks like JSON is shown as text.
    return undefined
  }
}

function toRecords(value: unknown): DataRecord[] {
  if (Array.isArray(value)) return value.filter(isRecord)
  if (!isRecord(value)) return []
  const { columns, rows } = value
  if (Array.isArray(columns) && Array.isArray(rows)) return rows.map(row => toRecord(columns, row))
  const lists = Object.values(value).filter(entry => Array.isArray(entry) && entry.some(isRecord))
  return lists.length === 1 ? toRecords(lists[0]) : [value]
}

function toRecord(columns: readonly unknown[], row: unknown): DataRecord {
  if (!Array.isArray(row)) return isRecord(row) ? row : {}
  return Object.fromEntries(columns.map((column, index) => [isRecord(column) ? String(column.name) : String(column), row[index]]))
}

/** Columns that hold amounts rather than keys, the most likely total first. */
export function findAmountColumn(records: readonly DataRecord[], hint: string): string | undefined {
  const first = records[0] ?? {}
  const numeric = Object.keys(first).filter(key => !/(?:^|_)id$|Id$/.test(key) && records.every(record => typeof record[key] === 'number'))
  const named = numeric.find(key => hint.toLowerCase().split(/\W+/).some(word => word.length > 3 && word.startsWith(key.toLowerCase())))
  return named ?? numeric.find(key => /total|amount|sum/i.test(key)) ?? numeric.find(key => /price|cost|value/i.test(key)) ?? numeric.at(-1)
}
