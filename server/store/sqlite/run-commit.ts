import { eq, sql } from 'drizzle-orm'
import { requireWritable } from '#server/ports/run-rules'
import type { CommittedEvents, RunCommit } from '#server/ports/run-store'
import type { AppendAudit } from './audit-append'
import type { ChangeExecution } from './tool-store'
import type { Database } from './open-database'
import type { RunEventRows, StepWireRows } from './run-rows'
import { runCheckpoints, runs } from './schema/runs'

interface CommitParts {
  readonly database: Database
  readonly events: RunEventRows
  readonly appendAudit: AppendAudit
  readonly changeExecution: ChangeExecution
  readonly wires: StepWireRows
}

/** The one way a run changes. The returned function must run inside a write transaction. */
export function createRunCommit(
  { database, events, appendAudit, changeExecution, wires }: CommitParts,
): (commit: RunCommit) => CommittedEvents {
  const readHead = database.select({
    fence: runs.fence, state: runs.state, lastSequence: runs.lastSequence, cancelRequestedAt: runs.cancelRequestedAt,
  }).from(runs).where(eq(runs.id, sql.placeholder('id'))).prepare()

  const updateRun = createRunUpdate(database)
  const deleteCheckpoint = database.delete(runCheckpoints).where(eq(runCheckpoints.runId, sql.placeholder('id'))).prepare()

  return (commit) => {
    const { runId, at, change } = commit
    const head = requireWritable(commit, readHead.get({ id: runId }))
    const auditSeqs = appendAudit(commit.audit ?? [])
    if (commit.execution) changeExecution(commit.execution)
    const stored = events.append({ id: runId, after: head.lastSequence, at }, commit.events(auditSeqs))
    const lastSequence = head.lastSequence + stored.length
    if (change || stored.length > 0) updateRun(runId, { ...change, lastSequence })
    if (commit.clearCheckpoint) deleteCheckpoint.run({ id: runId })
    if (commit.wire) wires.save(runId, commit.wire)
    return { events: stored, auditSeqs }
  }
}

type RunChange = NonNullable<RunCommit['change']> & { readonly lastSequence: number }

/**
 * Changes columns of one run. The statement of each set of columns is prepared once: a run changes in a handful of
 * ways, many times each, and building SQL costs more than running it.
 */
function createRunUpdate(database: Database): (runId: string, change: RunChange) => void {
  const statements = new Map<string, ReturnType<typeof prepare>>()

  function prepare(changed: readonly (readonly [string, unknown])[]) {
    // Null is written out: a placeholder of a JSON column would store the text `null`.
    const columns = Object.fromEntries(changed.map(([name, value]) => [name, value === null ? null : sql.placeholder(name)]))
    return database.update(runs).set(columns).where(eq(runs.id, sql.placeholder('id'))).prepare()
  }

  return (runId, change) => {
    const changed = Object.entries(change).filter(([, value]) => value !== undefined)
    const key = changed.map(([name, value]) => value === null ? `${name} null` : name).join()
    const statement = statements.get(key) ?? prepare(changed)
    statements.set(key, statement)
    statement.run({ ...change, id: runId })
  }
}
