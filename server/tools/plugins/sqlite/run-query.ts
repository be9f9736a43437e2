import { z } from 'zod'
import { ToolError, ToolTimeLimitError } from '../define-plugin'
import { runQueryChild } from './run-query-child'

export const cellSchema = z.union([z.string(), z.number(), z.null()])
const answerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('read'), columns: z.array(z.string()), rows: z.array(z.array(cellSchema)), truncated: z.boolean() }),
  z.object({ status: z.literal('invalid'), message: z.string() }),
])

/** Rows of one statement, as many as the limits allow. */
export interface QueryRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly z.output<typeof cellSchema>[])[]
  readonly truncated: boolean
}

const LIMITS = { rows: 500, resultBytes: 200_000, cellBytes: 4_096, memoryBytes: 256 * 1024 * 1024 }

interface QueryRequest {
  readonly scriptDirectory: string
  readonly file: string
  readonly sql: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Runs one reading statement on one database file; throws what SQLite or a limit says. */
export async function runQuery({ scriptDirectory, file, sql, timeoutMs, signal }: QueryRequest): Promise<QueryRows> {
  if (sql.includes('\0')) throw new ToolError('The statement holds a NUL character.', 'change-arguments')
  const request = JSON.stringify({ file, sql, limits: { ...LIMITS, milliseconds: timeoutMs } })
  const child = await runQueryChild({ scriptDirectory, request, signal })
  if (child.status === 'stopped') throw toLimitError(child.limit, timeoutMs)
  const answer = answerSchema.parse(JSON.parse(child.text))
  if (answer.status === 'invalid') throw new ToolError(answer.message.replaceAll(file, 'the database'), 'change-arguments')
  return answer
}

function toLimitError(limit: string, timeoutMs: number): Error {
  switch (limit) {
    case 'time':
      return new ToolTimeLimitError(`The query was stopped after ${timeoutMs / 1000} seconds. Ask for less.`)
    case 'size':
      return new ToolError('The result is too large. Ask for fewer columns or rows.', 'change-arguments')
    case 'process':
      return new ToolError('The query could not be run: its process ended early, perhaps for want of memory.', 'retry-later')
    default:
      return new ToolError('The query was stopped: it needs too much memory. Ask for less.', 'change-arguments')
  }
}
