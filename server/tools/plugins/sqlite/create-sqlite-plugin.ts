import { join } from 'node:path'
import { definePlugin, FairPool, type PluginContext, type ToolSource } from '../define-plugin'
import { createListTablesTool } from './create-list-tables-tool'
import { createQueryDatabaseTool } from './create-query-database-tool'
import { findDatabaseFile } from './database-file'
import type { QueryDatabase } from './database-query'
import { runQuery } from './run-query'

const TIMEOUT_MS = 5_000
// Each may keep a processor busy until its time is over; the rest of the server wants some too.
const QUERIES_AT_ONCE = 4

/** Reads SQLite databases. Every query runs in a process of its own that can only read, and that ends itself past its limits. */
export function createSqlitePlugin(context: PluginContext, { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {}): ToolSource {
  const scriptDirectory = join(context.appDirectory, 'server/tools/plugins/sqlite')
  const pool = new FairPool(QUERIES_AT_ONCE)
  const query: QueryDatabase = async (sql, name, { userId, signal }) => {
    const database = await findDatabaseFile(context.databaseDirectory, name)
    const rows = await pool.run(userId, () => runQuery({ scriptDirectory, file: database.file, sql, timeoutMs, signal }), signal)
    return { database, ...rows }
  }
  return definePlugin('sqlite', 'SQLite', [createQueryDatabaseTool(query), createListTablesTool(query)])
}
