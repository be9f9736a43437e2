import { dirname } from 'node:path'
import { definePlugin, FairPool, type PluginContext, type ToolSource } from '../define-plugin'
import { createListTablesTool } from './create-list-tables-tool'
import { createQueryDatabaseTool } from './create-query-database-tool'
import { findDatabaseFile } from './database-file'
import type { QueryDatabase } from './database-query'
import { runQuery } from './run-query'

const QUERY_SCRIPT = 'server/tools/plugins/sqlite/query-child.mjs'
const TIMEOUT_MS = 5_000
// Each may keep a processor busy until its time limit; the rest of the server needs processors too.
const QUERIES_AT_ONCE = 4

interface SqliteOptions {
  readonly timeoutMs?: number
}

/** Reads SQLite databases. Every query runs in a process of its own that can only read, and that ends itself past its limits. */
export function createSqlitePlugin({ databaseFiles, programFiles }: PluginContext, options: SqliteOptions = {}): ToolSource {
  const { timeoutMs = TIMEOUT_MS } = options
  const pool = new FairPool(QUERIES_AT_ONCE)
  const query: QueryDatabase = async (sql, name, { userId, signal }) => {
    const database = await findDatabaseFile(databaseFiles, name)
    const scriptDirectory = dirname(await programFiles.resolveFile(QUERY_SCRIPT))
    const rows = await pool.run(userId, () => runQuery({ scriptDirectory, file: database.file, sql, timeoutMs, signal }), signal)
    return { database, ...rows }
  }
  return definePlugin('sqlite', 'SQLite', [createQueryDatabaseTool(query), createListTablesTool(query)])
}
