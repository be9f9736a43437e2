import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { OPEN_RUN_STATES } from '#shared/run-state'
import { mustBeDurable } from '#server/ports/run-rules'
import type { RunStore } from '#server/ports/run-store'
import type { AppendAudit } from './audit-append'
import type { ChangeExecution } from './tool-store'
import type { Database } from './open-database'
import { createRunAccept } from './run-accept'
import { placeholdersOf, type SqlAccess } from './sql-access'
import { createRunCommit } from './run-commit'
import { createRunEventRows, createStepWireRows, toRunRow } from './run-rows'
import { createRunTransitions } from './run-transitions'
import { runCheckpoints, runs } from './schema/runs'
import { toolExecutions } from './schema/tools'

interface RunStoreParts {
  readonly database: Database
  readonly access: SqlAccess
  readonly appendAudit: AppendAudit
  readonly changeExecution: ChangeExecution
}

export function createRunStore({ database, access, appendAudit, changeExecution }: RunStoreParts): RunStore {
  const events = createRunEventRows(database)
  const acceptRun = createRunAccept({ database, events, appendAudit })
  const wires = createStepWireRows(database)
  const applyCommit = createRunCommit({ database, events, appendAudit, changeExecution, wires })
  const commitAll: RunStore['commitAll'] = (commits) => {
    const work = () => commits.map(applyCommit)
    return commits.some(mustBeDurable) ? access.write(work) : access.writeUnsynced(work)
  }
  return {
    ...createRunTransitions({ database, access, events }),
    ...createRunQueries(database, access),
    ...createCheckpoints(database, access),
    accept: run => access.write(() => acceptRun(run)),
    commit: async commit => (await commitAll([commit]))[0]!, // one answer for each
    commitAll,
    readEvents: (runId, after) => access.read(() => events.read(runId, after)),
    readConversationEvents: conversationId => access.read(() => events.readByConversation(conversationId)),
    readWires: (runId, step) => access.read(() => wires.read(runId, step)),
  }
}

type RunQueries = Pick<RunStore, 'find' | 'read' | 'listByConversation' | 'listUnfinished' | 'listOpenExecutions'>

function createRunQueries(database: Database, access: SqlAccess): RunQueries {
  const select = () => database.select().from(runs)
  const find = select().where(and(eq(runs.id, sql.placeholder('id')), eq(runs.userId, sql.placeholder('userId')))).prepare()
  const listByConversation = select()
    .where(and(eq(runs.conversationId, sql.placeholder('conversationId')), eq(runs.userId, sql.placeholder('userId'))))
    .orderBy(asc(runs.acceptedSeq)).prepare()
  return {
    find: (id, userId) => access.read(() => find.all({ id, userId }).map(toRunRow)[0]),
    read: runId => access.read(() => select().where(eq(runs.id, runId)).all().map(toRunRow)[0]),
    listByConversation: (conversationId, userId) => access.read(() => listByConversation.all({ conversationId, userId }).map(toRunRow)),
    listUnfinished: userId => access.read(() => select()
      .where(and(inArray(runs.state, OPEN_RUN_STATES), userId === undefined ? undefined : eq(runs.userId, userId)))
      .orderBy(asc(runs.acceptedSeq)).all().map(toRunRow)),
    listOpenExecutions: () => access.read(() => database.select({
      id: toolExecutions.id,
      runId: toolExecutions.runId,
      callId: toolExecutions.callId,
      userId: toolExecutions.userId,
      toolId: toolExecutions.toolId,
      definitionHash: toolExecutions.definitionHash,
    }).from(toolExecutions).where(eq(toolExecutions.state, 'started')).orderBy(sql`${toolExecutions}.rowid`).all()),
  }
}

function createCheckpoints(database: Database, access: SqlAccess): Pick<RunStore, 'saveCheckpoint' | 'readCheckpoint'> {
  const save = database.insert(runCheckpoints).values(placeholdersOf(runCheckpoints))
    .onConflictDoUpdate({
      target: runCheckpoints.runId,
      set: { step: sql`excluded.step`, after: sql`excluded.after_sequence`, text: sql`excluded.text`, reasoning: sql`excluded.reasoning` },
    }).prepare()
  const read = database
    .select({ step: runCheckpoints.step, after: runCheckpoints.after, text: runCheckpoints.text, reasoning: runCheckpoints.reasoning })
    .from(runCheckpoints).where(eq(runCheckpoints.runId, sql.placeholder('runId'))).prepare()
  return {
    saveCheckpoint: (runId, checkpoint) => access.writeUnsynced(() => {
      save.run({ runId, ...checkpoint })
    }),
    readCheckpoint: runId => access.read(() => read.get({ runId })),
  }
}
