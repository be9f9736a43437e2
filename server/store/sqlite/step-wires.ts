import { and, asc, eq, sql } from 'drizzle-orm'
import type { StepWire } from '#server/ports/run-store'
import type { Database } from './open-database'
import { placeholdersOf } from './placeholders'
import { stepWires } from './schema/runs'

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
