import { readEntities, withoutKnownWords } from './read-entities'
import { findNameColumn, type Table } from './read-tables'
import { mentions, readKeywords, splitWords, toStem } from './word-forms'

export interface PlannedQuery { readonly sql: string, readonly purpose: string }

const ROW_LIMIT = 50
const FEW_ROWS = 5
const LIMIT = /\b(?:top|first|last|latest|newest)?\s*(\d+)\s+(?:most|cheapest|dearest|latest|newest|biggest|largest|highest|lowest|best)|\b(?:top|first|last|latest|newest)\s+(\d+)/i
const SUPERLATIVE = /\b(?:cheapest|dearest|latest|newest|oldest|earliest|biggest|largest|smallest|highest|lowest|first|last|(?:most|least) expensive)\s+(\p{L}+)/iu
const OPERATORS: readonly (readonly [string, RegExp])[] = [
  ['>=', /\b(?:at least|or more|minimum of|from)\s+\$?€?(\d+(?:\.\d+)?)/i],
  ['<=', /\b(?:at most|up to|maximum of)\s+\$?€?(\d+(?:\.\d+)?)/i],
  ['>', /(?:\b(?:more|greater|higher|larger|dearer) than|\b(?:over|above|exceeding)|>)\s*\$?€?(\d+(?:\.\d+)?)/i],
  ['<', /(?:\b(?:less|lower|fewer|smaller|cheaper) than|\b(?:under|below)|<)\s*\$?€?(\d+(?:\.\d+)?)/i],
]
const AMOUNT_COLUMN = /price|total|amount|cost|value|quantity|stock|age/i
const GROUP = /\b(?:per|by|for each|in each|grouped by)\s+(\w+)/i
const ADJECTIVE_COLUMN = /^(?:status|state|category|type|kind|city|country)$/i
const VALUE_STOP = /^(?:many|much|all|the|her|his|their|these|those|each|every|of|and|or|most|expensive|cheapest|dearest|latest|newest|oldest|recent|list|show|get|find|count|number|total|average|mean|sum|customer|database|in|last|first|top|what|which|are|do|does|me|our|my|query|from|with|name|s)$/i

/** The table a wish is about: the one it names last is what it wants ("the customer's orders"). */
export function findMentionedTables(clause: string, tables: readonly Table[]): Table[] {
  const words = splitWords(clause).map(toStem)
  const position = (table: Table) => words.lastIndexOf(toStem(splitWords(table.name).at(-1) ?? table.name))
  const whole = (table: Table) => splitWords(table.name).every(word => words.includes(toStem(word)))
  return tables.filter(whole).sort((left, right) => position(right) - position(left) || right.name.length - left.name.length)
}

/** Proper nouns and quotations that are values to look for, not names of tables or columns. */
export function findLookedFor(clause: string, tables: readonly Table[]): string[] {
  const known = new Set(tables
    .flatMap(table => [table.name, toStem(table.name), ...table.columns])
    .flatMap(splitWords)
    .map(word => word.toLowerCase()))
  const { quoted, properNouns } = readEntities(clause)
  return withoutKnownWords([...new Set([...quoted, ...properNouns])], known)
}

export function planLookup(table: Table, value: string): PlannedQuery {
  const column = findNameColumn(table) ?? table.columns[0] ?? 'name'
  const sql = `SELECT * FROM ${table.name} WHERE ${column} LIKE ${quote(`%${value}%`)} LIMIT ${ROW_LIMIT}`
  return { sql, purpose: `find ${value} in ${table.name}` }
}

interface QueryWish {
  readonly clause: string
  readonly table: Table
  /** Conditions that follow from earlier results, ready to be used. */
  readonly conditions?: readonly string[]
  /** Values the wish names that the conditions do not cover yet. */
  readonly lookedFor?: readonly string[]
}

/** Turns one wish about one table into one SELECT. */
export function planQuery({ clause, table, conditions = [], lookedFor = [] }: QueryWish): PlannedQuery {
  const all = [...conditions, ...readValueConditions(clause, table, lookedFor), ...readComparisons(clause, table)]
  const where = all.length > 0 ? ` WHERE ${[...new Set(all)].join(' AND ')}` : ''
  const { columns, tail } = readShape(clause, table)
  return {
    sql: `SELECT ${columns} FROM ${table.name}${where}${tail}`, purpose: `${columns.startsWith('COUNT') ? 'count' : 'read'} ${table.name}`,
  }
}

function readShape(clause: string, table: Table): { columns: string, tail: string } {
  const group = findColumn(table, GROUP.exec(clause)?.[1] ?? '')
  const amount = findAmount(clause, table)
  const aggregate = readAggregate(clause, amount)
  if (aggregate && group) return { columns: `${group}, ${aggregate}`, tail: ` GROUP BY ${group} ORDER BY 2 DESC LIMIT ${ROW_LIMIT}` }
  if (aggregate) return { columns: aggregate, tail: '' }
  return { columns: '*', tail: readOrder(clause, table, amount) }
}

function readAggregate(clause: string, amount: string | undefined): string | undefined {
  if (/\bhow many\b|\bnumber of\b|\bcount\b/i.test(clause)) return 'COUNT(*) AS count'
  if (amount === undefined) return undefined
  if (mentions(clause, 'average', 'mean')) return `ROUND(AVG(${amount}), 2) AS average_${amount}`
  return /\b(?:sum|total|revenue|spend|spent|how much)\b/i.test(clause)
    && !/\b(?:show|list)\b/i.test(clause)
    ? `ROUND(SUM(${amount}), 2) AS sum_${amount}`
    : undefined
}

function readOrder(clause: string, table: Table, amount: string | undefined): string {
  const date = table.columns.find(column => /date|_on$|_at$/i.test(column))
  const limit = LIMIT.exec(clause)
  const superlative = SUPERLATIVE.exec(clause)?.[1]
  const rows = Number(limit?.[1] ?? limit?.[2] ?? (superlative ? readCount(superlative) : ROW_LIMIT))
  if (amount && /\b(?:most expensive|dearest|highest|biggest|largest|top)\b/i.test(clause)) return ` ORDER BY ${amount} DESC LIMIT ${rows}`
  if (amount && /\b(?:cheapest|lowest|smallest|least expensive)\b/i.test(clause)) return ` ORDER BY ${amount} ASC LIMIT ${rows}`
  if (date && /\b(?:latest|newest|last|recent)\b/i.test(clause)) return ` ORDER BY ${date} DESC LIMIT ${rows}`
  if (date && /\b(?:oldest|first|earliest)\b/i.test(clause)) return ` ORDER BY ${date} ASC LIMIT ${rows}`
  return ` LIMIT ${rows}`
}

/** "the cheapest product" is one, "the cheapest products" are a few. */
function readCount(noun: string): number {
  return toStem(noun) === noun.toLowerCase() ? 1 : FEW_ROWS
}

function findAmount(clause: string, table: Table): string | undefined {
  const amounts = table.columns.filter(column => AMOUNT_COLUMN.test(column) && !/_id$/.test(column))
  return amounts.find(column => splitWords(column).some(word => mentions(clause, toStem(word))))
    ?? amounts.find(column => !/quantity|stock|age/i.test(column))
    ?? amounts[0]
}

function readComparisons(clause: string, table: Table): string[] {
  const amount = findAmount(clause, table)
  if (!amount) return []
  const between = /\bbetween\s+\$?€?(\d+(?:\.\d+)?)\s+and\s+\$?€?(\d+(?:\.\d+)?)/i.exec(clause)
  if (between) return [`${amount} BETWEEN ${between[1]} AND ${between[2]}`]
  return OPERATORS.flatMap(([operator, pattern]) => {
    const value = pattern.exec(clause)?.[1]
    return value === undefined ? [] : [`${amount} ${operator} ${value}`]
  }).slice(0, 1)
}

/** "in Berlin", "shipped orders", "with status 'open'": which column holds the value is guessed from the usual names. */
function readValueConditions(clause: string, table: Table, lookedFor: readonly string[]): string[] {
  const place = table.columns.find(column => /city|town|country|location/i.test(column))
  const name = findNameColumn(table)
  const named = lookedFor.flatMap((value) => {
    const isPlace = place !== undefined && isAfterPreposition(clause, value)
    const kind = isPlace ? place : table.columns.find(column => ADJECTIVE_COLUMN.test(column) && mentions(clause, toStem(column)))
    if (kind) return [`${kind} LIKE ${quote(value)}`]
    return name ? [`${name} LIKE ${quote(`%${value}%`)}`] : []
  })
  return [...named, ...readAdjective(clause, table), ...readNamedColumn(clause, table)]
}

function isAfterPreposition(clause: string, value: string): boolean {
  return /\b(?:in|from|at|near)\s+["'“]?$/i.test(clause.slice(0, Math.max(clause.indexOf(value), 0)))
}

function readAdjective(clause: string, table: Table): string[] {
  const noun = toStem(splitWords(table.name).at(-1) ?? '')
  const words = splitWords(clause)
  const before = words[words.findIndex(word => toStem(word) === noun) - 1] ?? ''
  const column = table.columns.find(candidate => ADJECTIVE_COLUMN.test(candidate))
  const tellsNothing = before === '' || VALUE_STOP.test(before) || /^\d|^\p{Lu}/u.test(before) || readKeywords(before).length === 0
  return column && !tellsNothing ? [`${column} LIKE ${quote(before)}`] : []
}

function readNamedColumn(clause: string, table: Table): string[] {
  return table.columns.filter(column => ADJECTIVE_COLUMN.test(column)).flatMap((column) => {
    const named = String.raw`\b(?:with|whose|where|in|of)?\s*(?:the\s+)?${column}\s+(?:is\s+|=\s*|of\s+)?["'“]?(\w+)`
    const value = new RegExp(named, 'i').exec(clause)?.[1]
    return value && !VALUE_STOP.test(value) && !new RegExp(String.raw`\b(?:per|by|each)\s+${column}`, 'i').test(clause)
      ? [`${column} LIKE ${quote(value)}`]
      : []
  })
}

function findColumn(table: Table, word: string): string | undefined {
  return table.columns.find(column => splitWords(column).some(part => toStem(part) === toStem(word)))
}

export function quote(value: unknown): string {
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll('\'', '\'\'')}'`
}
