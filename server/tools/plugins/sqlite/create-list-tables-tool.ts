import { z } from 'zod'
import { defineTool, textResult, type PluginTool } from '../define-plugin'
import type { DatabaseFile } from './database-file'
import { databaseNameSchema, type QueryDatabase } from './database-query'

const SQL = `
  select t.name, t.type, c.name, c.type, c.pk
  from sqlite_master t join pragma_table_info(t.name) c
  where t.type in ('table', 'view') and t.name not like 'sqlite\\_%' escape '\\'
  order by t.name, c.cid`

const columnSchema = z.object({ name: z.string(), type: z.string(), primaryKey: z.boolean() })
const tableSchema = z.object({ name: z.string(), kind: z.enum(['table', 'view']), columns: z.array(columnSchema) })
const output = z.object({
  database: z.string(),
  databases: z.array(z.string()).describe('Names of all databases'),
  tables: z.array(tableSchema),
})
const rowSchema = z.tuple([z.string(), z.enum(['table', 'view']), z.string(), z.string(), z.number()])
type Table = z.output<typeof tableSchema>

export function createListTablesTool(query: QueryDatabase): PluginTool {
  return defineTool({
    name: 'list_tables',
    title: 'List tables',
    description: 'Lists the tables of a database with their columns, and the names of the other databases.',
    input: z.strictObject({ database: databaseNameSchema }),
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async ({ database: name }, caller) => {
      const { database, rows } = await query(SQL, name, caller)
      const tables = toTables(rows.map(row => rowSchema.parse(row)))
      return textResult(toText(database, tables), { database: database.name, databases: database.names, tables })
    },
  })
}

function toTables(rows: readonly z.output<typeof rowSchema>[]): Table[] {
  const tables = new Map<string, Table>()
  for (const [name, kind, column, type, primaryKey] of rows) {
    const columns = [...tables.get(name)?.columns ?? [], { name: column, type, primaryKey: primaryKey > 0 }]
    tables.set(name, { name, kind, columns })
  }
  return [...tables.values()]
}

function toText({ name: database, names }: DatabaseFile, tables: readonly Table[]): string {
  const lines = tables.map(({ name, kind, columns }) => {
    const described = columns.map(column => `${column.name} ${column.type}${column.primaryKey ? ' primary key' : ''}`.trim())
    return `- ${kind === 'view' ? 'view ' : ''}${name}(${described.join(', ')})`
  })
  const others = names.filter(name => name !== database)
  return [`Database ${database}:`, ...lines, ...(others.length > 0 ? [`Other databases: ${others.join(', ')}`] : [])].join('\n')
}
