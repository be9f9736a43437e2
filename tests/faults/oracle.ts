import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { RunState } from '#shared/run'
import { AppServer } from '../support/app-server'

/** What a client was answered with 201: it must be there for good. */
export interface Acknowledged { readonly runId: string, readonly conversationId: string, readonly input: string }

/** Each of these must be 0. */
export interface Findings {
  readonly 'lost': number
  readonly 'duplicate': number
  readonly 'gaps': number
  readonly 'without start record': number
  readonly 'without end': number
  readonly 'stuck runs': number
  readonly 'damaged': number
}

/** `start` is its first event, which holds what was asked. */
interface StoredRun { readonly id: string, readonly state: RunState, readonly start: string }

/** Judges what stands, ends the server, judges what a new one makes of it, and removes the data. */
export async function judgeAndEnd(server: AppServer, acknowledged: readonly Acknowledged[]): Promise<Findings> {
  const before = await judge(server, acknowledged)
  await server.end()
  const restarted = await AppServer.start({ dataDirectory: server.dataDirectory })
  const after = await judge(restarted, acknowledged)
  await restarted.dispose()
  return addFindings(before, after)
}

/** Lets a server come to rest, and looks at what it holds. */
export async function judge(server: AppServer, acknowledged: readonly Acknowledged[]): Promise<Findings> {
  await restUntilIdle(server)
  const verification = await server.json<{ ok: boolean }>('GET', '/api/audit/verify')
  const database = new Sqlite(join(server.dataDirectory, 'patchbay.sqlite'), { readonly: true })
  try {
    const integrity = database.pragma('integrity_check', { simple: true })
    const runs = database.prepare<[], StoredRun>(
      'SELECT r.id, r.state, coalesce(e.body, \'\') AS start FROM runs r LEFT JOIN run_events e ON e.run_id = r.id AND e.sequence = 1',
    ).all()
    return {
      ...judgeRuns(runs, acknowledged),
      ...judgeEvents(database),
      ...judgeExecutions(database),
      damaged: (integrity === 'ok' ? 0 : 1) + (verification.ok ? 0 : 1),
    }
  }
  finally {
    database.close()
  }
}

function judgeRuns(runs: readonly StoredRun[], acknowledged: readonly Acknowledged[]): Pick<Findings, 'lost' | 'stuck runs'> {
  const stored = new Map(runs.map(run => [run.id, run]))
  return {
    'lost': acknowledged.filter(({ runId, input }) => !stored.get(runId)?.start.includes(JSON.stringify(input))).length,
    'stuck runs': runs.filter(({ state }) => state === 'running' || state === 'queued').length,
  }
}

/** The events of a run are numbered from 1 without a gap, each once, and one of them at most ends it between two resumptions. */
function judgeEvents(database: Sqlite.Database): Pick<Findings, 'gaps' | 'duplicate'> {
  const gaps = database.prepare<[], { n: number }>(`SELECT count(*) AS n FROM (
    SELECT r.id, r.last_sequence, count(e.sequence) AS stored, max(e.sequence) AS newest
    FROM runs r LEFT JOIN run_events e ON e.run_id = r.id GROUP BY r.id HAVING stored <> newest OR newest <> r.last_sequence)`).get()
  const starts = database.prepare<[], { n: number }>(`SELECT coalesce(sum(extra), 0) AS n FROM (
    SELECT count(*) - 1 AS extra FROM run_events WHERE json_extract(body, '$.type') IN ('tool-start', 'tool-end')
    GROUP BY run_id, json_extract(body, '$.callId'), json_extract(body, '$.type') HAVING extra > 0)`).get()
  return { gaps: gaps?.n ?? 0, duplicate: starts?.n ?? 0 }
}

/** Each execution has one record of its start and one of its end: finished and interrupted ones make up the started ones. */
function judgeExecutions(database: Sqlite.Database): Pick<Findings, 'without start record' | 'without end'> {
  const count = (sql: string) => database.prepare<[], { n: number }>(sql).get()?.n ?? 0
  const recorded = (kind: string) => `(SELECT count(*) FROM audit_log a WHERE a.execution_id = x.id AND a.kind = '${kind}')`
  return {
    'without start record': count(`SELECT count(*) AS n FROM tool_executions x WHERE ${recorded('tool.started')} <> 1`),
    'without end': count(`SELECT count(*) AS n FROM tool_executions x WHERE x.state = 'started' OR ${recorded('tool.finished')} <> 1`),
  }
}

/** Longer than a run may need to be tried again after the storage failed. */
const REST_MS = 120_000

async function restUntilIdle(server: AppServer): Promise<void> {
  const database = new Sqlite(join(server.dataDirectory, 'patchbay.sqlite'), { readonly: true })
  const busy = database.prepare('SELECT id FROM runs WHERE state IN (\'running\', \'queued\') LIMIT 1')
  const until = performance.now() + REST_MS
  while (performance.now() < until && busy.get()) await new Promise(resolve => setTimeout(resolve, 50))
  database.close()
}

export function addFindings(left: Findings, right: Findings): Findings {
  const keys = Object.keys(left) as (keyof Findings)[] // `Findings` has no other keys
  return Object.fromEntries(keys.map(key => [key, left[key] + right[key]])) as unknown as Findings // the same keys again
}

export const NOTHING_FOUND: Findings = {
  'lost': 0, 'duplicate': 0, 'gaps': 0, 'without start record': 0, 'without end': 0, 'stuck runs': 0, 'damaged': 0,
}
