import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#server/errors'
import type { RunStore } from '#server/ports/run-store'
import type { Database } from './open-database'
import type { RunEventRows } from './run-events'
import { toRunRow } from './run-row'
import { runs } from './schema/runs'
import type { SqlAccess } from './sql-access'

type Transitions = Pick<RunStore, 'claim' | 'requestCancel' | 'resume'>

/** State changes that ask only for the state a run is in, never for its worker. */
export function createRunTransitions({ database, access, events }: { database: Database, access: SqlAccess, events: RunEventRows }): Transitions {
  const claim = database.update(runs)
    .set({ state: 'running', fence: sql`${runs.fence} + 1`, startedAt: sql`coalesce(${runs.startedAt}, ${sql.placeholder('at')})` })
    .where(and(eq(runs.id, sql.placeholder('id')), inArray(runs.state, ['queued', 'waiting']))).returning().prepare()
  // Rows are numbered in the order in which they were accepted, whatever the clock said.
  const findLater = database.select({ id: runs.id }).from(runs)
    .where(and(eq(runs.conversationId, sql.placeholder('conversationId')), sql`${runs}.rowid > (select rowid from ${runs} where ${runs.id} = ${sql.placeholder('id')})`))
    .limit(1).prepare()
  return {
    // A claim that a power failure takes back leaves the run to the next worker, which nobody is any more.
    claim: (id, at) => access.writeUnsynced(() => claim.all({ id, at }).map(toRunRow)[0]),
    requestCancel: (runId, at) => access.write(() => database.update(runs)
      // The first wish counts: a second click must not move its time.
      .set({ cancelRequestedAt: sql`coalesce(${runs.cancelRequestedAt}, ${at})` })
      .where(and(eq(runs.id, runId), inArray(runs.state, ['queued', 'running', 'waiting']))).run().changes > 0),
    resume: (runId, at) => access.write(() => {
      const row = database.update(runs)
        .set({ state: 'queued', error: null, endedAt: null, cancelRequestedAt: null, lastSequence: sql`${runs.lastSequence} + 1` })
        .where(and(eq(runs.id, runId), eq(runs.state, 'interrupted'))).returning().get()
      if (!row) return undefined
      // Its answer would stand before later questions and read as an answer to them. The thrown error takes the update back.
      const later = findLater.all({ id: runId, conversationId: row.conversationId })[0]
      if (later) throw new AppError('conflict', `The conversation has gone on with run ${later.id}, so this run can no longer be resumed. Ask again with a new message.`)
      return events.append({ id: runId, after: row.lastSequence - 1, at }, [{ type: 'run-resume' }])[0]
    }),
  }
}
