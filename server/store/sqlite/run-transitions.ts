import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { OPEN_RUN_STATES } from '#shared/run-state'
import { requireNewestRun } from '#server/ports/run-rules'
import type { RunStore } from '#server/ports/run-store'
import type { Database } from './open-database'
import { type RunEventRows, toRunRow } from './run-rows'
import { runs } from './schema/runs'
import type { SqlAccess } from './sql-access'

type Transitions = Pick<RunStore, 'claim' | 'takeOver' | 'renewLeases' | 'requestCancel' | 'resume'>

/** State changes that ask only for the state a run is in, never for its worker. */
export function createRunTransitions(
  { database, access, events }: { database: Database, access: SqlAccess, events: RunEventRows },
): Transitions {
  const claim = database.update(runs)
    .set({ ...newWorker(), state: 'running', startedAt: sql`coalesce(${runs.startedAt}, ${sql.placeholder('at')})` })
    .where(and(eq(runs.id, sql.placeholder('id')), inArray(runs.state, ['queued', 'waiting']))).returning().prepare()
  const findLater = database.select({ id: runs.id }).from(runs)
    .where(and(eq(runs.conversationId, sql.placeholder('conversationId')), gt(runs.acceptedSeq, sql.placeholder('acceptedSeq'))))
    .limit(1).prepare()
  return {
    // If a power failure loses the claim, the run is still `queued` and is recovered at start.
    claim: (id, at, lease) => access.writeUnsynced(() => claim.all({ id, at, ...lease }).map(toRunRow)[0]),
    takeOver: (id, at, lease, { othersAreDead } = { othersAreDead: false }) => access.writeUnsynced(() => {
      const isFree = or(isNull(runs.leaseExpiresAt), eq(runs.leaseOwner, lease.owner), lte(runs.leaseExpiresAt, at))
      return database.update(runs).set({ fence: nextFence(), leaseOwner: lease.owner, leaseExpiresAt: lease.expiresAt })
        .where(and(eq(runs.id, id), eq(runs.state, 'running'), othersAreDead ? undefined : isFree)).returning().all().map(toRunRow)[0]
    }),
    renewLeases: (runIds, { owner, expiresAt }) => access.writeUnsynced(() => {
      database.update(runs).set({ leaseExpiresAt: expiresAt })
        .where(and(inArray(runs.id, [...runIds]), eq(runs.state, 'running'), eq(runs.leaseOwner, owner))).run()
    }),
    requestCancel: (runId, at) => access.write(() => database.update(runs)
      // The first wish counts: a second click must not move its time.
      .set({ cancelRequestedAt: sql`coalesce(${runs.cancelRequestedAt}, ${at})` })
      .where(and(eq(runs.id, runId), inArray(runs.state, OPEN_RUN_STATES))).run().changes > 0),
    resume: (runId, at) => access.write(() => {
      const row = database.update(runs)
        .set({ state: 'queued', error: null, endedAt: null, cancelRequestedAt: null, lastSequence: sql`${runs.lastSequence} + 1` })
        .where(and(eq(runs.id, runId), eq(runs.state, 'interrupted'))).returning().get()
      if (!row) return undefined
      // The error rolls the update back.
      requireNewestRun(findLater.all({ acceptedSeq: row.acceptedSeq, conversationId: row.conversationId })[0]?.id)
      return events.append({ id: runId, after: row.lastSequence - 1, at }, [{ type: 'run-resume' }])[0]
    }),
  }
}

function nextFence(): SQL {
  return sql`${runs.fence} + 1`
}

function newWorker() {
  return { fence: nextFence(), leaseOwner: sql`${sql.placeholder('owner')}`, leaseExpiresAt: sql`${sql.placeholder('expiresAt')}` }
}
