import { z } from 'zod'
import { defineTool, textResult, type PluginTool } from '../define-plugin'
import { cellSchema, type QueryRows } from './run-query'
import { databaseNameSchema, type QueryDatabase } from './database-query'

const input = z.strictObject({
  sql: z.string().trim().min(1, 'text that is not blank').max(20_000).describe('One SELECT statement in the SQL of SQLite'),
  database: databaseNameSchema,
})
const output = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(cellSchema)),
  rowCount: z.int().describe('How many rows are in this answer'),
  truncated: z.boolean().describe('Whether there are more'),
})

export function createQueryDatabaseTool(query: QueryDatabase): PluginTool {
  return defineTool({
    name: 'query_database',
    title: 'Query database',
    description: 'Runs one SELECT statement on a database and returns its rows (at most 500). Reading only. '
      + 'list_tables shows the tables and columns.',
    input,
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async ({ sql, database }, caller) => {
      const { columns, rows, truncated } = await query(sql, database, caller)
      return textResult(toText({ columns, rows, truncated }), { columns, rows, rowCount: rows.length, truncated })
    },
  })
}

function toText(result: QueryRows): string {
  const count = `${result.rows.length} row${result.rows.length === 1 ? '' : 's'}`
  return `${toMarkdownTable(result)}\n\n${result.truncated ? `[The first ${count}; there are more. Narrow the query.]` : count}`
}

/** Rows as a Markdown table, which models read well and screens render. */
function toMarkdownTable({ columns, rows }: QueryRows): string {
  const lines = [columns, columns.map(() => '---'), ...rows]
  return lines.map(cells => `| ${cells.map(toCell).join(' | ')} |`).join('\n')
}

function toCell(value: string | number | null): string {
  return String(value ?? 'NULL').replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\r?\n/g, '\\n')
}
