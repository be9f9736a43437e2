import { z } from 'zod'
import { ToolTimeLimitError } from '../define-plugin'
import { runQueryChild } from './run-query-child'

export const cellSchema = z.union([z.string(), z.number(), z.null()])
const answerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('read'), columns: z.array(z.string()), rows: z.array(z.array(cellSchema)), truncated: z.boolean() }),
  z.object({ status: z.literal('refused'), message: z.string() }),
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
  if (sql.includes('\0')) throw new Error('The statement holds a NUL character.')
  const request = JSON.stringify({ file, sql, limits: { ...LIMITS, milliseconds: timeoutMs } })
  const child = await runQueryChild({ scriptDirectory, request, signal })
  if (child.status === 'stopped') throw toLimitError(child.limit, timeoutMs)
  const answer = answerSchema.parse(JSON.parse(child.text))
  if (answer.status === 'refused') throw new Error(answer.message.replaceAll(file, 'the database'))
  return answer
}

function toLimitError(limit: string, timeoutMs: number): Error {
  if (limit === 'time') return new ToolTimeLimitError(`The query was stopped after ${timeoutMs / 1000} seconds. Ask for less.`)
  return new Error('The query was stopped: it needs too much memory. Ask for less.')
}
