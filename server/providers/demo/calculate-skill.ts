import type { ToolDefinition } from '#shared/tool'
import { readProperties } from './choose-tools'
import type { Skill, Workbench } from './plan'
import { readArithmetic } from './read-arithmetic'
import { readEntities } from './read-entities'
import { findAmountColumn, type DataRecord } from './read-records'
import { toFinding } from './to-finding'
import { readProperty } from './value-role'

const ADDS = /\b(?:total|sum|add(?: up)?|altogether)\b/i
const AVERAGES = /\b(?:average|mean)\b/i
const MAX_OPERANDS = 200

/** Calculates what the wish writes out, or adds up the amounts of the rows that an earlier wish read. */
export const calculateSkill: Skill = (clause, bench) => {
  const tool = bench.tools.find(candidate => expressionProperty(candidate) !== undefined)
  if (!tool) return undefined
  const written = readArithmetic(clause)
  if (written) return calculate({ clause, tool, expression: written, bench })
  if (!ADDS.test(clause) && !AVERAGES.test(clause)) return undefined
  const { numbers } = readEntities(clause)
  if (numbers.length > 1) return calculate({ clause, tool, expression: join(numbers.map(String), clause), bench })
  const rows = bench.findings.findLast(finding => finding.kind === 'result' && finding.table !== undefined)
  if (bench.pending.length > 0) return 'waiting'
  const stopped = bench.findings.at(-1)
  if (stopped && stopped.kind !== 'result') return { kind: 'skipped', clause, because: 'the numbers for it could not be read' }
  if (rows?.kind !== 'result') return undefined
  const expression = writeExpression(rows.records, clause)
  if (!expression) return { kind: 'skipped', clause, because: 'there are no numbers to add up' }
  return calculate({ clause, tool, expression, bench })
}

function expressionProperty(tool: ToolDefinition): string | undefined {
  return Object.entries(readProperties(tool)).find(([name, schema]) => readProperty(name, schema, true).role === 'expression')?.[0]
}

interface Calculation { readonly clause: string, readonly tool: ToolDefinition, readonly expression: string, readonly bench: Workbench }

function calculate({ clause, tool, expression, bench }: Calculation) {
  const done = bench.ask({ tool, arguments: { [expressionProperty(tool) ?? 'expression']: expression }, purpose: 'work out the numbers' })
  return done ? toFinding(clause, [done]) : 'waiting'
}

/** An order line has no total of its own; its amount is quantity times price. */
function writeExpression(records: readonly DataRecord[], clause: string): string | undefined {
  const used = records.slice(0, MAX_OPERANDS)
  const keys = Object.keys(used[0] ?? {})
  const price = keys.find(key => /price/i.test(key))
  const quantity = keys.find(key => /quantity|^qty$/i.test(key))
  const amount = findAmountColumn(used, clause)
  const operands = price
    && quantity
    ? used.map(row => `${String(row[quantity])} * ${String(row[price])}`)
    : used.map(row => amount ? String(row[amount]) : '')
  if (operands.length === 0 || operands.includes('')) return undefined
  return join(operands, clause)
}

function join(operands: readonly string[], clause: string): string {
  return AVERAGES.test(clause) ? `(${operands.join(' + ')}) / ${operands.length}` : operands.join(' + ')
}
