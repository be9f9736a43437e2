import { z } from 'zod'
import type { ToolCallContext } from '../define-plugin'
import type { DatabaseFile } from './database-file'
import type { QueryRows } from './run-query'

export const databaseNameSchema = z.string().regex(/^[a-z0-9_-]{1,64}$/).optional()
  .describe('Name of the database; without it, the first one')

/** Runs one statement on a database, found by its name. */
export type QueryDatabase = (sql: string, database: string | undefined, caller: Caller) => Promise<DatabaseAnswer>

type Caller = Pick<ToolCallContext, 'userId' | 'signal'>

interface DatabaseAnswer extends QueryRows {
  readonly database: DatabaseFile
}
