import type { ToolDefinition } from '#shared/tool'
import { chooseTools, readProperties } from './choose-tools'
import type { Finding, FinishedCall, Skill, Workbench } from './plan'
import { findLookedFor, findMentionedTables, planLookup, planQuery, quote, type PlannedQuery } from './plan-sql'
import { toFinding } from './to-finding'
import { findLink, findNameColumn, readTables, type Table } from './read-tables'
import { readProperty } from './value-role'
import { mentions, toStem } from './word-forms'

const RAW_SQL = /\b(?:select\b[\s\S]+|with\s+\w+\s+as\s*\([\s\S]+)/i
const DATA_QUESTION = /\b(?:how (?:many|much)|number of|count|list|show|find|look up|which|who|whose|what (?:did|does|has|have)|total of|sum of|average|cheapest|most expensive|top \d+|database|sql|tables?|schema|records?|rows?)\b/i
/** What tables usually hold. Without one of these words "list three colours" would be asked of the database. */
const DATA_SUBJECT = /\b(?:database|sql|tables?|schema|records?|rows?|customers?|clients?|users?|people|persons?|employees?|contacts?|orders?|products?|items?|sales|sold|revenue|invoices?|payments?|spen[dt]|paid|bought|prices?|stock|cheapest|most expensive|look up)\b/i
const POSSESSIVE = /\p{Lu}\w+['’]s\s/u
const PRONOUN = ['her', 'his', 'their', 'its', 'that', 'those', 'these', 'them', 'this', 'she', 'he', 'they']
const MAX_KEYS = 20

/** Answers questions about data through any tool that takes SQL, after it has seen which tables there are. */
export const querySkill: Skill = (clause, bench) => {
  const tool = bench.tools.find(candidate => sqlProperty(candidate) !== undefined)
  if (!tool || !isDataQuestion(clause, tool, bench)) return undefined
  const raw = RAW_SQL.exec(clause)?.[0]
  if (raw) return run({ sql: raw.replace(/[`;"\s]+$/, ''), purpose: 'run the query as it was written' }, { clause, tool, bench })
  const listing = bench.ask(createListing(tool, bench))
  if (!listing) return 'waiting'
  if (listing.outcome.status !== 'ok') return toFinding(clause, [listing])
  const tables = readTables(listing.outcome)
  const mentioned = findMentionedTables(clause, tables)
  if (/\b(?:tables|schema)\b/i.test(clause) && mentioned.length === 0) return toFinding(clause, [listing])
  const table = mentioned[0] ?? findByValue(clause, tables)
  return table ? queryTable(table, tables, { clause, tool, bench }) : undefined
}

interface QueryContext { readonly clause: string, readonly tool: ToolDefinition, readonly bench: Workbench }

function sqlProperty(tool: ToolDefinition): string | undefined {
  return Object.entries(readProperties(tool)).find(([name, schema]) => readProperty(name, schema, true).role === 'sql')?.[0]
}

function isDataQuestion(clause: string, tool: ToolDefinition, bench: Workbench): boolean {
  if (RAW_SQL.test(clause)) return true
  const best = chooseTools(bench.tools, clause)[0]?.tool
  if (best === tool || best === findListTool(bench.tools)) return true
  // Once rows were read, "get her orders" goes on with them, whatever else is called "get".
  const goesOn = bench.findings.some(finding => finding.kind === 'result' && finding.table !== undefined)
    || bench.pending.some(call => call.tool === tool || call.tool === findListTool(bench.tools))
  if (best) return false
  return (DATA_QUESTION.test(clause) && DATA_SUBJECT.test(clause))
    || POSSESSIVE.test(clause)
    || (goesOn && !mentions(clause, 'calculate', 'compute', 'summarise', 'summarize'))
}

function findListTool(tools: readonly ToolDefinition[]): ToolDefinition | undefined {
  return tools.find(({ name, inputSchema }) => /tables?|schema/i.test(name)
    && !(Array.isArray(inputSchema.required) && inputSchema.required.length > 0))
}

function createListing(tool: ToolDefinition, bench: Workbench) {
  const listTool = findListTool(bench.tools)
  if (listTool) return { tool: listTool, arguments: {}, purpose: 'see which tables there are' }
  const sql = 'SELECT name, sql FROM sqlite_master WHERE type = \'table\''
  return { tool, arguments: { [sqlProperty(tool) ?? 'sql']: sql }, purpose: 'see which tables there are' }
}

/** "Look up Alice" names no table: the first one whose rows have names is tried. */
function findByValue(clause: string, tables: readonly Table[]): Table | undefined {
  if (findLookedFor(clause, tables).length === 0) return undefined
  const spending = mentions(clause, 'spend', 'spent', 'paid', 'bought')
    && tables.find(table => table.columns.some(column => /^(?:total|amount)$/i.test(column)))
  if (spending) return spending
  return tables.find(table => /customer|user|person|people|contact|client|employee/i.test(table.name) && findNameColumn(table))
    ?? tables.find(findNameColumn)
}

function run(query: PlannedQuery, { clause, tool, bench }: QueryContext, table?: Table): Finding | 'waiting' {
  const done = ask(query, { clause, tool, bench })
  return done ? toFinding(clause, [done], table?.name) : 'waiting'
}

function ask({ sql, purpose }: PlannedQuery, { tool, bench }: QueryContext): FinishedCall | undefined {
  return bench.ask({ tool, arguments: { [sqlProperty(tool) ?? 'sql']: sql }, purpose })
}

/** What is wanted may hang on another table: a customer's orders need the customer first. */
function queryTable(table: Table, tables: readonly Table[], context: QueryContext): Finding | 'waiting' {
  const { clause, bench } = context
  const lookedFor = findLookedFor(clause, tables)
  const owner = findMentionedTables(clause, tables).find(other => other !== table && findLink(table, other))
    ?? tables.find(other => other !== table && findLink(table, other) && findNameColumn(other) && /customer|user|person|client/i.test(
      other.name,
    ))
    ?? tables.find(other => other !== table && findLink(table, other))
  const link = owner && findLink(table, owner)
  if (owner && link && lookedFor[0] && !findNameColumn(table)) return followName({ owner, link, table, name: lookedFor[0] }, context)
  if (link && mentions(clause, ...PRONOUN)) {
    if (bench.pending.length > 0) return 'waiting'
    const keys = readKeys(bench, owner?.name ?? '')
    if (keys) return followKeys(keys, { link, table, owner: owner?.name ?? '' }, context)
  }
  if (lookedFor[0] && lookedFor.length === 1 && isPlainLookup(clause, table)) return run(planLookup(table, lookedFor[0]), context, table)
  return run(planQuery({ clause, table, lookedFor }), context, table)
}

function isPlainLookup(clause: string, table: Table): boolean {
  const isKind = table.columns.some(column => mentions(clause, toStem(column)) && column !== findNameColumn(table))
  return findNameColumn(table) !== undefined
    && !isKind
    && !/\b(?:in|from|at)\s+\p{Lu}|how many|\d/iu.test(clause.replace(/\bin the\b/gi, ''))
}

interface Link { readonly link: string, readonly table: Table, readonly owner: string }

function followName(
  { owner, link, table, name }: { readonly owner: Table, readonly link: string, readonly table: Table, readonly name: string },
  context: QueryContext,
): Finding | 'waiting' {
  const found = ask(planLookup(owner, name), context)
  if (!found) return 'waiting'
  const first = toFinding(context.clause, [found], owner.name)
  if (first.kind !== 'result') return first
  return followKeys(first.records.map(record => record.id), { link, table, owner: owner.name }, context, [found])
}

function followKeys(
  keys: readonly unknown[], { link, table, owner }: Link, context: QueryContext, before: readonly FinishedCall[] = [],
): Finding | 'waiting' {
  if (keys.length === 0) return { kind: 'skipped', clause: context.clause, because: `no matching row was found in ${owner}` }
  const condition = keys.length === 1 ? `${link} = ${quote(keys[0])}` : `${link} IN (${keys.slice(0, MAX_KEYS).map(quote).join(', ')})`
  const done = ask(planQuery({ clause: context.clause, table, conditions: [condition] }), context)
  return done ? toFinding(context.clause, [...before, done], table.name) : 'waiting'
}

/** Ids of the rows that were last read from a table; absent when none were read. */
function readKeys(bench: Workbench, table: string): unknown[] | undefined {
  const rows = bench.findings.findLast(finding => finding.kind === 'result' && finding.table === table)
  return rows?.kind === 'result' ? rows.records.map(record => record.id).filter(id => id !== undefined) : undefined
}
