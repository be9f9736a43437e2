import { join } from 'node:path'
import { definePlugin, type PluginContext, type ToolSource } from '../define-plugin'
import { findDatabaseFile } from './database-file'
import type { QueryDatabase } from './database-query'
import { createListTablesTool } from './list-tables'
import { createQueryDatabaseTool } from './query-database'
import { runQuery } from './run-query'

const TIMEOUT_MS = 5_000

/** Reads SQLite databases. Every query runs in a process of its own that can only read, and is killed past its limits. */
export function createSqlitePlugin(context: PluginContext, { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {}): ToolSource {
  const childPath = join(context.appDirectory, 'server/tools/plugins/sqlite/query-child.mjs')
  const query: QueryDatabase = async (sql, name, signal) => {
    const database = await findDatabaseFile(context.databaseDirectory, name)
    return { database, ...await runQuery({ childPath, file: database.file, sql, timeoutMs, signal }) }
  }
  return definePlugin('sqlite', 'SQLite', [createQueryDatabaseTool(query), createListTablesTool(query)])
}
