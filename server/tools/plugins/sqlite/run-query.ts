import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
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

const LIMITS = { rows: 500, resultBytes: 200_000, cellBytes: 4_096 }

interface QueryRequest {
  readonly childPath: string
  readonly file: string
  readonly sql: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Runs one reading statement on one database file; throws what SQLite or a limit says. */
export async function runQuery({ childPath, file, sql, timeoutMs, signal }: QueryRequest): Promise<QueryRows> {
  if (sql.includes('\0')) throw new Error('The statement holds a NUL character.')
  // An empty folder of its own: no relative path in a statement leads to anything.
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-query-'))
  try {
    const text = await runQueryChild({ childPath, directory, request: JSON.stringify({ file, sql, limits: LIMITS }), timeoutMs, signal })
    const answer = answerSchema.parse(JSON.parse(text))
    if (answer.status === 'refused') throw new Error(answer.message.replaceAll(file, 'the database'))
    return answer
  }
  finally {
    await rm(directory, { recursive: true, force: true })
  }
}
