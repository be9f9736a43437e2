import { and, asc, eq, gt } from 'drizzle-orm'
import type { DurableEvent, DurableEventBody } from '#shared/run-event'
import type { Database } from './open-database'
import { placeholdersOf, searched } from './placeholders'
import { runEvents, runs } from './schema/runs'

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

function withEnvelope(body: DurableEventBody, envelope: { readonly runId: string, readonly sequence: number, readonly at: string }): DurableEvent {
  return { ...body, ...envelope }
}
