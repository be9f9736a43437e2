import { eq, sql } from 'drizzle-orm'
import { isOpenRun } from '#shared/run-state'
import { AppError } from '#server/errors'
import type { RunCommit, RunStore } from '#server/ports/run-store'
import type { AppendAudit } from './audit-append'
import type { ChangeExecution } from './execution-change'
import type { Database } from './open-database'
import type { RunEventRows } from './run-events'
import { createRunUpdate } from './run-update'
import { runCheckpoints, runs } from './schema/runs'
import type { StepWireRows } from './step-wires'

interface CommitParts {
  readonly database: Database
  readonly events: RunEventRows
  readonly appendAudit: AppendAudit
  readonly changeExecution: ChangeExecution
  readonly wires: StepWireRows
}

type Committed = Awaited<ReturnType<RunStore['commit']>>

/** The one way a run changes. The returned function must run inside a write transaction. */
export function createRunCommit({ database, events, appendAudit, changeExecution, wires }: CommitParts): (commit: RunCommit) => Committed {
  const readHead = database.select({
    fence: runs.fence, state: runs.state, lastSequence: runs.lastSequence, cancelRequestedAt: runs.cancelRequestedAt,
  }).from(runs).where(eq(runs.id, sql.placeholder('id'))).prepare()

  const updateRun = createRunUpdate(database)
  const deleteCheckpoint = database.delete(runCheckpoints).where(eq(runCheckpoints.runId, sql.placeholder('id'))).prepare()

  return (commit) => {
    const { runId, at, change } = commit
    const head = checkCommit(commit, readHead.get({ id: runId }))
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

type RunHead = Pick<typeof runs.$inferSelect, 'fence' | 'state' | 'lastSequence' | 'cancelRequestedAt'>

/** Whether this writer may still write: its run is there and open, no newer worker has it, nobody stopped it. */
function checkCommit({ fence, execution, ifLastSequence }: RunCommit, head: RunHead | undefined): RunHead {
  if (!head) throw new AppError('conflict', 'The run is gone: its conversation was deleted.')
  if (fence !== null && fence !== head.fence) throw new AppError('conflict', 'Another worker has taken this run.')
  if (ifLastSequence !== undefined && ifLastSequence !== head.lastSequence) throw new AppError('conflict', 'The run has gone on meanwhile.', { retryable: true })
  if (!isOpenRun(head.state)) throw new AppError('conflict', 'The run has ended and takes no more events.')
  // Checked with the write, so that no tool starts after a stop was acknowledged.
  if (execution?.state === 'started' && head.cancelRequestedAt !== null) {
    throw new AppError('conflict', 'The run is being stopped: no further tool is started.')
  }
  return head
}
