import Sqlite from 'better-sqlite3'
import { describe, expect, it, vi } from 'vitest'
import type { EventOf } from '#shared/run-event'
import type { RunCommit, RunStore } from '#server/ports/run-store'
import { recoverRuns } from '#server/runs/worker/recover-runs'
import { RunStopped } from '#server/ports/run-stopped'
import { AT, buildAcceptedRun, buildExecution, LEASE } from '../../../../support/build-rows'
import { type Answer, callTools, say } from '../../../../support/fake-provider'
import type { FakeTool } from '../../../../support/fake-tool-source'
import { createWorkerContext, storageError } from '../../../../support/worker-context'

const NEVER = new AbortController().signal
const ECHO = { name: 'echo' }

/** Commits that `matches` fail, as often as `errors` says. */
function failCommits(matches: (commit: RunCommit) => boolean, errors: { left: number }) {
  return ({ commitAll }: RunStore): Partial<RunStore> => ({
    commitAll: async (commits) => {
      if (errors.left > 0 && commits.some(matches)) {
        errors.left -= 1
        throw storageError()
      }
      return commitAll(commits)
    },
  })
}

const isEnd = (commit: RunCommit) => commit.change?.endedAt !== undefined
const isToolEnd = (commit: RunCommit) => commit.execution !== undefined && commit.execution.state !== 'started'
const isToolStart = (commit: RunCommit) => commit.execution?.state === 'started'

describe('a worker', () => {
  it('writes nothing more of a run that another one has taken over [F005-A70]', async () => {
    let takeOver = async () => {}
    const { work, run, store, published } = await createWorkerContext({ answers: [async function* () {
      // What comes first waits until the start of the step is stored.
      yield { type: 'text-delta', text: 'Not yet ' }
      await takeOver()
      yield* say('too late')
    }] })
    takeOver = async () => {
      await store.runs.takeOver(run.id, AT, { owner: 'another', expiresAt: '9999-12-31T00:00:00.000Z' }, { othersAreDead: true })
    }
    await work(run.id, NEVER)
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'running', fence: 2 })
    expect((await store.runs.readEvents(run.id, 0)).map(({ type }) => type)).toEqual(['run-start', 'step-start'])
    expect(published.flatMap(event => 'sequence' in event ? event.type : [])).toEqual(['step-start'])
  })

  it('offers no tool that was switched off since the run was accepted [F003-A3]', async () => {
    const offered: string[] = []
    const { work, run, options } = await createWorkerContext({ tools: [ECHO, { name: 'other' }], answers: [async function* ({ tools }) {
      offered.push(...tools.map(({ name }) => name))
      yield* say('Hello')
    }] })
    await options.registry.update('echo', { enabled: false })
    await work(run.id, NEVER)
    expect(offered).toEqual(['other'])
  })

  it('offers no quarantined tool [F003-A35]', async () => {
    const offered: string[] = []
    const broken = { name: 'broken', inputSchema: { type: 'nonsense' } }
    const { work, run } = await createWorkerContext({ tools: [broken, ECHO], answers: [async function* ({ tools }) {
      offered.push(...tools.map(({ name }) => name))
      yield* say('Hello')
    }] })
    await work(run.id, NEVER)
    expect(offered).toEqual(['echo'])
  })
})

describe('a person who answers while the run works on other calls', () => {
  const WRITE = { name: 'write', annotations: { readOnlyHint: false } }

  /** One call asks, another one runs while `answer` is given. */
  async function answerMeanwhile(decision: 'allow' | 'deny') {
    let meanwhile = async () => {}
    const slow = { name: 'slow', run: async () => {
      await meanwhile()
      return { content: [] }
    } }
    const answers = [callTools([['write', {}], ['slow', {}]]), say('Done')]
    const context = await createWorkerContext({ tools: [WRITE, slow], answers })
    const { store, run } = context
    meanwhile = async () => {
      const readAsked = async () => (await store.runs.readEvents(run.id, 0)).find(event => event.type === 'approval-request')
      const asked = await vi.waitUntil(readAsked)
      const { callId, binding } = asked as EventOf<'approval-request'>
      await store.runs.commit({
        runId: run.id, fence: null, at: AT, events: () => [{ type: 'approval-response', callId, decision, userId: 'alice', binding }],
      })
    }
    await context.work(run.id, NEVER)
    return { ...context, types: (await store.runs.readEvents(run.id, 0)).map(({ type }) => type) }
  }

  const answers = [['allow', ['slow', 'write']], ['deny', ['slow']]] as const
  it.each(answers)('to %s is heard in the same turn [F005-A48]', async (decision, called) => {
    const { store, run, source, types } = await answerMeanwhile(decision)
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'completed' })
    expect(source.calls.toSorted()).toEqual(called)
    expect(types).not.toContain('run-wait')
  })

  it('has one question in the record, however often the run gets a turn [F005-A48]', async () => {
    const { work, run, store } = await createWorkerContext({ tools: [WRITE], answers: [callTools([['write', {}]])] })
    await work(run.id, NEVER)
    await work(run.id, NEVER)
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'waiting' })
    const events = await store.runs.readEvents(run.id, 0)
    expect(events.filter(({ type }) => type === 'run-wait')).toHaveLength(1)
  })
})

describe('a run whose record cannot be written', () => {
  it('ends all the same when the storage answers within a minute, once [F005-A70]', async () => {
    const { work, run, store, published, clock, errors } = await createWorkerContext({
      answers: [say('Hello')], breakStore: failCommits(isEnd, { left: 8 }),
    })
    await work(run.id, NEVER)
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'completed' })
    expect(published.filter(event => event.type === 'run-end')).toHaveLength(1)
    expect(clock.waits).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000])
    expect(errors).toEqual([])
  })

  it('keeps what a tool answered until it can be stored, and goes on with it [F005-A70]', async () => {
    const { work, run, store, source, listKinds } = await createWorkerContext({
      answers: [callTools([['echo', { n: 1 }]]), say('Done')], tools: [ECHO], breakStore: failCommits(isToolEnd, { left: 5 }),
    })
    await work(run.id, NEVER)
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'completed' })
    expect(source.calls).toEqual(['echo'])
    expect(await listKinds()).toEqual(['run.started', 'tool.started', 'tool.finished', 'run.ended'])
  })

  it('is left after a minute and gets another turn, which ends it with the outcome of its tool unknown [F005-A70]', async () => {
    const errors = { left: Infinity }
    const { work, run, store, enqueued, nextTurn, published, clock, listKinds } = await createWorkerContext({
      answers: [callTools([['echo', { n: 1 }]])], tools: [ECHO], breakStore: failCommits(
        commit => isToolEnd(commit) || isEnd(commit), errors,
      ),
    })
    await work(run.id, NEVER)
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'running' })
    expect(clock.now()).toBeGreaterThanOrEqual(60_000)
    expect(clock.now()).toBeLessThan(75_000)
    errors.left = 0
    await nextTurn
    await nextTurn
    expect(enqueued).toEqual([run.id])
    await work(run.id, NEVER)
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'interrupted', fence: 2 })
    expect(await store.runs.listOpenExecutions()).toEqual([])
    expect(await listKinds()).toEqual(['run.started', 'tool.started', 'tool.finished unknown', 'run.ended interrupted'])
    expect(published.slice(-2)).toMatchObject([
      { type: 'tool-end', outcome: { status: 'unknown' } }, { type: 'run-end', reason: 'interrupted' },
    ])
  })

  it('is cancelled by a person who stops it after its worker was lost, and its calls are answered [F005-A70]', async () => {
    const errors = { left: Infinity }
    const { work, run, store, published } = await createWorkerContext({
      answers: [callTools([['echo', { n: 1 }]])], tools: [ECHO], breakStore: failCommits(
        commit => isToolEnd(commit) || isEnd(commit), errors,
      ),
    })
    await work(run.id, NEVER)
    errors.left = 0
    await store.runs.requestCancel(run.id, AT)
    await work(run.id, NEVER)
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'cancelled' })
    expect(published.at(-1)).toMatchObject({ type: 'run-end', reason: 'cancelled' })
  })

  it('stops when the start of a tool cannot be stored, and the tool is not called [F005-A71]', async () => {
    const { work, run, store, source, listKinds } = await createWorkerContext({
      answers: [callTools([['echo', { n: 1 }]]), say('never')], tools: [ECHO], breakStore: failCommits(isToolStart, { left: Infinity }),
    })
    await work(run.id, NEVER)
    expect(source.calls).toEqual([])
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'failed', error: { code: 'storage-unavailable', retryable: true } })
    expect(await listKinds()).toEqual(['run.started', 'run.ended storage-unavailable'])
  })

  it('gets another turn when it could not even be claimed [F005-A70]', async () => {
    let errors = 1
    const { work, run, store, enqueued, nextTurn } = await createWorkerContext({
      answers: [say('Hello')],
      breakStore: ({ claim }) => ({
        claim: async (...claimed) => {
          if (errors-- > 0) throw storageError()
          return claim(...claimed)
        },
      }),
    })
    await work(run.id, NEVER)
    await nextTurn
    expect(enqueued).toEqual([run.id])
    await work(run.id, NEVER)
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'completed' })
  })

  it('waits for nothing once the process goes down, and is not enqueued again [F005-A70]', async () => {
    const { work, run, store, enqueued, shutdown, clock } = await createWorkerContext({
      answers: [say('Hello')], breakStore: failCommits(isEnd, { left: Infinity }),
    })
    shutdown.begin()
    shutdown.force()
    await work(run.id, NEVER)
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'running' })
    expect(clock.waits.filter(ms => ms === 250)).toHaveLength(2)
    expect(enqueued).toEqual([])
  })
})

describe('a worker', () => {
  it('lets the tool of a run finish when the server is asked to end, and records what it answered [F005-A30]', async () => {
    const isAtWork = Promise.withResolvers<undefined>()
    const release = Promise.withResolvers<undefined>()
    const slow: FakeTool = {
      name: 'slow',
      run: async (_input, { signal }) => {
        isAtWork.resolve(undefined)
        await release.promise
        signal.throwIfAborted()
        return { content: [{ type: 'text', text: 'finished' }] }
      },
    }
    const { work, run, store, listKinds } = await createWorkerContext({ answers: [callTools([['slow', {}]])], tools: [slow] })
    const server = new AbortController()
    const working = work(run.id, server.signal)
    await isAtWork.promise
    server.abort(new RunStopped('interrupted'))
    release.resolve(undefined)
    await working
    expect(await listKinds()).toEqual(['run.started', 'tool.started', 'tool.finished', 'run.ended interrupted'])
    expect(
      (await store.runs.readEvents(run.id, 0)).find(event => event.type === 'tool-end'),
    ).toMatchObject({ outcome: { status: 'ok', content: [{ text: 'finished' }] } })
  })

  it.each([
    ['answers an error', async () => ({ content: [{ type: 'text' as const, text: 'no' }], isError: true })],
    ['throws', () => Promise.reject(new Error('no'))],
  ])('puts a tool that %s on record as failed [F007-A1]', async (_case, answer) => {
    const { work, run, store, file, listKinds } = await createWorkerContext({
      answers: [callTools([['broken', {}]]), say('It failed')], tools: [{ name: 'broken', run: answer }],
    })
    await work(run.id, NEVER)
    expect(await listKinds()).toEqual(['run.started', 'tool.started', 'tool.finished failed', 'run.ended'])
    const { items } = await store.audit.list({ kind: 'tool.finished' }, { limit: 9 }, null)
    expect(items).toMatchObject([{ success: false }])
    const reader = new Sqlite(file, { readonly: true })
    expect(reader.prepare('SELECT state FROM tool_executions').all()).toEqual([{ state: 'failed' }])
    reader.close()
  })
})

describe('a run that is stopped', () => {
  it('ends as cancelled, whatever its parts throw on the way, and is no success on record [F005-A7]', async () => {
    const stop = new AbortController()
    const answer: Answer = async function* () {
      yield { type: 'text-delta', text: 'He' }
      stop.abort(new RunStopped('cancelled'))
      throw new Error('The socket was closed.')
    }
    const { work, run, store } = await createWorkerContext({ answers: [answer] })
    await work(run.id, stop.signal)
    expect(await store.runs.read(run.id)).toMatchObject({ state: 'cancelled', error: null })
    const { items } = await store.audit.list({ kind: 'run.ended' }, { limit: 9 }, null)
    expect(items).toMatchObject([{ success: false, error: 'cancelled' }])
  })
})

describe('a start of the process', () => {
  const start = async (open: Awaited<ReturnType<typeof createWorkerContext>>, othersAreDead = true) =>
    recoverRuns({ ...open.options, audit: open.store.audit, deadline: NEVER, lease: LEASE, othersAreDead })

  it('ends each of two runs with its own executions, and a call by hand, as unknown [F005-A16]', async () => {
    const context = await createWorkerContext({})
    const { store, run } = context
    await store.conversations.create({ id: 'other', userId: 'alice', title: 'other', createdAt: AT, updatedAt: AT })
    const second = { ...run, id: 'second-run', conversationId: 'other' }
    await store.runs.accept(buildAcceptedRun(second))
    for (const id of [run.id, second.id]) {
      const claimed = await store.runs.claim(id, AT, { owner: 'gone', expiresAt: '2999-01-01T00:00:00.000Z' })
      await store.runs.commit({
        runId: id, fence: claimed!.fence, at: AT, execution: buildExecution({ id: `of ${id}`, runId: id, callId: `call of ${id}` }),
        events: () => [{ type: 'step-start', step: 1 }],
      })
      await store.runs.saveCheckpoint(id, { step: 1, after: 2, text: `text of ${id}`, reasoning: `thought of ${id}` })
    }
    await store.audit.append([], buildExecution({ id: 'by hand', runId: null, callId: 'call by hand' }))
    await start(context)
    for (const id of [run.id, second.id]) {
      expect(await store.runs.read(id)).toMatchObject({ state: 'interrupted' })
      expect((await store.runs.readEvents(id, 2))).toMatchObject([
        { type: 'tool-end', callId: `call of ${id}`, outcome: { status: 'unknown' } },
        { type: 'reasoning-end', step: 1, text: `thought of ${id}` },
        { type: 'text-end', step: 1, text: `text of ${id}` },
        { type: 'run-end', reason: 'interrupted' },
      ])
      expect(await store.runs.readCheckpoint(id)).toBeUndefined()
    }
    expect(await store.runs.listOpenExecutions()).toEqual([])
    const { items } = await store.audit.list({ kind: 'tool.finished' }, { limit: 9 }, null)
    expect(items.map(row => [row.executionId, row.runId]).toSorted()).toEqual(
      [['by hand', null], [`of ${run.id}`, run.id], ['of second-run', 'second-run']].toSorted(),
    )
  })

  it('stores nothing of a checkpoint again that was stored after it was taken [F005-A50]', async () => {
    const context = await createWorkerContext({})
    const { store, run } = context
    const claimed = await store.runs.claim(run.id, AT, { owner: 'gone', expiresAt: AT })
    const commit = (events: RunCommit['events']) => store.runs.commit({ runId: run.id, fence: claimed!.fence, at: AT, events })
    await commit(() => [{ type: 'step-start', step: 1 }])
    await store.runs.saveCheckpoint(run.id, { step: 1, after: 2, text: 'Well', reasoning: 'I think' })
    await commit(() => [{ type: 'text-end', step: 1, text: 'Well' }, { type: 'reasoning-end', step: 1, text: 'I think so' }])
    await start(context)
    expect((await store.runs.readEvents(run.id, 2)).map(({ type }) => type)).toEqual(['text-end', 'reasoning-end', 'run-end'])
  })

  it('leaves the calls of an interrupted run open that were never started, because it may be resumed [F005-A10]', async () => {
    const context = await createWorkerContext({})
    const { store, run } = context
    const claimed = await store.runs.claim(run.id, AT, { owner: 'gone', expiresAt: AT })
    const call = { type: 'tool-call', step: 1, callId: 'c', name: 'echo', originalName: 'echo', sourceId: 'fake', arguments: {} } as const
    await store.runs.commit({ runId: run.id, fence: claimed!.fence, at: AT, events: () => [{ type: 'step-start', step: 1 }, call] })
    await start(context)
    expect((await store.runs.readEvents(run.id, 0)).map(event => event.type).slice(-3)).toEqual(['step-start', 'tool-call', 'run-end'])
  })

  it('leaves a run alone whose worker in another process still renews its lease [F005-A72]', async () => {
    const context = await createWorkerContext({})
    const { store, run } = context
    const claimed = await store.runs.claim(run.id, AT, { owner: 'other', expiresAt: '2999-01-01T00:00:00.000Z' })
    await start(context, false)
    expect(await store.runs.read(run.id)).toEqual(claimed)
  })

  it('takes up a queued run, and leaves one that waits for a person [F006-A6]', async () => {
    const context = await createWorkerContext({})
    const { store, run, enqueued } = context
    await start(context)
    expect(enqueued).toEqual([run.id])
    const claimed = await store.runs.claim(run.id, AT, LEASE)
    await store.runs.commit({
      runId: run.id, fence: claimed!.fence, at: AT, change: { state: 'waiting' },
      events: () => [{ type: 'run-wait', for: 'approval', callIds: ['c'] }],
    })
    await start(context)
    expect(enqueued).toEqual([run.id])
  })
})
