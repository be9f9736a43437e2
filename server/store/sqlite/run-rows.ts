import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { DurableEvent, DurableEventBody } from '#shared/run-event'
import type { Database } from './open-database'
import { placeholdersOf, searched } from './sql-access'
import { runEvents, runs, stepWires } from './schema/runs'
import type { RunRow, StepWire } from '../../ports/run-store'

/** The event rows of runs. Writing belongs inside the transaction that moves `last_sequence`. */
export interface RunEventRows {
  /** Numbers the bodies from `after + 1` on and stores them. */
  append(run: { readonly id: string, readonly after: number, readonly at: string }, bodies: readonly DurableEventBody[]): DurableEvent[]
  read(runId: string, after: number): DurableEvent[]
  readByConversation(conversationId: string): DurableEvent[]
}

export function createRunEventRows(database: Database): RunEventRows {
  const insert = database.insert(runEvents).values(placeholdersOf(runEvents)).prepare()
  const read = database.select().from(runEvents)
    .where(and(eq(runEvents.runId, searched('runId')), gt(runEvents.sequence, searched('after'))))
    .orderBy(asc(runEvents.sequence)).prepare()
  const readByConversation = database.select({ event: runEvents }).from(runEvents)
    .innerJoin(runs, eq(runs.id, runEvents.runId))
    .where(eq(runs.conversationId, searched('conversationId')))
    .orderBy(asc(runs.acceptedSeq), asc(runEvents.sequence)).prepare()

  return {
    append: ({ id, after, at }, bodies) => bodies.map((body, index) => {
      const sequence = after + index + 1
      insert.run({ runId: id, sequence, at, body: JSON.stringify(body) })
      return withEnvelope(body, { runId: id, sequence, at })
    }),
    read: (runId, after) => read.all({ runId, after }).map(fromRow),
    readByConversation: conversationId => readByConversation.all({ conversationId }).map(row => fromRow(row.event)),
  }
}

function fromRow({ body, ...envelope }: typeof runEvents.$inferSelect): DurableEvent {
  const parsed = JSON.parse(body) as DurableEventBody // only `append` writes this column; replay is too hot to parse it by schema
  return withEnvelope(parsed, envelope)
}

function withEnvelope(
  body: DurableEventBody, envelope: { readonly runId: string, readonly sequence: number, readonly at: string },
): DurableEvent {
  return { ...body, ...envelope }
}

/** The wire rows of runs. Saving belongs inside the transaction of the commit that ends the attempt. */
export interface StepWireRows {
  save(runId: string, wire: StepWire): void
  read(runId: string, step: number): StepWire[]
}

export function createStepWireRows(database: Database): StepWireRows {
  const insert = database.insert(stepWires).values(placeholdersOf(stepWires)).prepare()
  const read = database.select().from(stepWires)
    .where(and(eq(stepWires.runId, sql.placeholder('runId')), eq(stepWires.step, sql.placeholder('step'))))
    .orderBy(asc(stepWires.attempt)).prepare()
  return {
    save: (runId, wire) => void insert.run({ runId, ...wire }),
    read: (runId, step) => read.all({ runId, step }).map(({ runId: _run, ...wire }) => wire),
  }
}

/** Without the columns that only the store reads. */
export function toRunRow(stored: typeof runs.$inferSelect): RunRow {
  const { idempotencyKey: _key, bodyHash: _hash, acceptedSeq: _seq, leaseOwner: _owner, leaseExpiresAt: _expires, ...row } = stored
  return row
}
