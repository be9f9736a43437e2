import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RunCommit } from '#server/ports/run-store'
import type { Store } from '#server/ports/store'
import {
  AT, buildAcceptedRun, buildDraft, buildExecution, buildRun, LEASE, seedConversation, seedRunningRun,
} from '../../support/build-rows'
import { STORE_ENGINES } from '../../support/store-engines'

const textEnd = (text: string) => ({ type: 'text-end', step: 1, text }) as const

function commitTo(store: Store, run: { readonly id: string, readonly fence: number }, part: Partial<RunCommit>) {
  return store.runs.commit({ runId: run.id, fence: run.fence, at: AT, events: () => [], ...part })
}

describe.each(STORE_ENGINES)('the store on $name', ({ createStore }) => {
  describe('RunStore.commit', () => {
    test('numbers events without gaps when many writers interleave over several runs', async () => {
      const { store } = await createStore()
      const runs = await Promise.all(['a', 'b', 'c'].map(conversationId => seedRunningRun(store, { conversationId })))
      const writes = Array.from({ length: 90 }, (_, index) => index)
      await Promise.all(writes.map(index => commitTo(store, runs[index % 3]!, {
        events: () => Array.from({ length: 1 + index % 4 }, () => textEnd(`${index}`)),
      })))
      for (const run of runs) {
        const events = await store.runs.readEvents(run.id, 0)
        expect(events.map(event => event.sequence)).toEqual(events.map((_, index) => index + 1))
        expect((await store.runs.read(run.id))?.lastSequence).toBe(events.length)
      }
    })

    test('gives the events the numbers of the audit records of the same commit', async () => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      const { events, auditSeqs } = await commitTo(store, run, {
        audit: [buildDraft(), buildDraft()],
        events: seqs => [{ type: 'tool-start', step: 1, callId: 'call-1', auditSeq: seqs[1]! }],
      })
      expect(auditSeqs).toEqual([2, 3])
      expect(events).toEqual([{ type: 'tool-start', step: 1, callId: 'call-1', auditSeq: 3, runId: run.id, at: AT, sequence: 2 }])
      expect(await store.runs.readEvents(run.id, 1)).toEqual(events)
    })

    test('refuses a writer that holds an older fence, and writes nothing of it', async () => {
      const { store } = await createStore()
      const old = await seedRunningRun(store)
      await commitTo(store, old, { change: { state: 'waiting' } })
      const current = await store.runs.claim(old.id, AT, LEASE)
      expect(current?.fence).toBe(old.fence + 1)
      const stale = commitTo(store, old, { audit: [buildDraft()], events: () => [textEnd('late')], change: { steps: 9 } })
      await expect(stale).rejects.toMatchObject({ code: 'conflict' })
      expect(await store.runs.readEvents(old.id, 1)).toEqual([])
      expect(await store.runs.read(old.id)).toEqual(current)
      expect((await store.audit.list({}, { limit: 9 }, null)).items).toHaveLength(1)
    })

    test('starts no tool once a stop was requested, but still records the end of one that runs', async () => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      const running = buildExecution({ runId: run.id })
      await commitTo(store, run, { execution: running })
      expect(await store.runs.requestCancel(run.id, AT)).toBe(true)
      const start = commitTo(store, run, { execution: buildExecution({ runId: run.id }), audit: [buildDraft({ kind: 'tool.started' })] })
      await expect(start).rejects.toMatchObject({ code: 'conflict' })
      await commitTo(store, run, { execution: { id: running.id, state: 'cancelled', endedAt: AT, durationMs: 1.5 } })
      expect(await store.runs.listOpenExecutions()).toEqual([])
      expect((await store.audit.list({ kind: 'tool.started' }, { limit: 9 }, null)).items).toEqual([])
    })

    test('refuses what was decided on older events, as worth trying again, and writes nothing of it', async () => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      await commitTo(store, run, { events: () => [textEnd('meanwhile')] })
      const late = commitTo(store, run, { fence: null, ifLastSequence: 1, audit: [buildDraft()], events: () => [textEnd('late')] })
      await expect(late).rejects.toMatchObject({ code: 'conflict', retryable: true })
      expect((await store.audit.list({}, { limit: 9 }, null)).items).toHaveLength(1)
      expect((await commitTo(store, run, { fence: null, ifLastSequence: 2, events: () => (
        [textEnd('in time')]
      ) })).events).toMatchObject([{ sequence: 3 }])
    })

    test('waits for the disk with each record, through the connection that it is written with [F007-A2]', async () => {
      const exec = vi.spyOn(Sqlite.prototype, 'exec')
      onTestFinished(() => exec.mockRestore())
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      // Claiming a run waits for nothing, which the connection is told.
      const connection = exec.mock.contexts.at(-1) as InstanceType<typeof Sqlite> // the spied method is one of a connection
      const readLevel = () => connection.pragma('synchronous', { simple: true })
      const levelOf = async (part: Partial<RunCommit>) => {
        let level: unknown
        await commitTo(store, run, { ...part, events: () => {
          level = readLevel()
          return []
        } })
        return level
      }
      expect(readLevel()).toBe(1)
      const records: Partial<RunCommit>[] = [
        { audit: [buildDraft()] }, { execution: buildExecution({ runId: run.id }) }, { fence: null }, { change: { state: 'waiting' } },
      ]
      for (const record of records) expect([await levelOf({}), await levelOf(record)]).toEqual([1, 2])
      await store.audit.append([buildDraft()])
      expect(readLevel()).toBe(2)
      await levelOf({})
      const together = [{ audit: [buildDraft()] }, {}].map(part => ({ runId: run.id, fence: run.fence, at: AT, events: () => [], ...part }))
      await store.runs.commitAll(together)
      expect(readLevel()).toBe(2)
      await seedConversation(store, 'other')
      await levelOf({})
      await store.runs.accept(buildAcceptedRun(buildRun({ conversationId: 'other' })))
      expect(readLevel()).toBe(2)
    })

    test('takes no events once the run has ended', async () => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      await commitTo(store, run, { change: { state: 'completed', endedAt: AT } })
      await expect(commitTo(store, run, { events: () => [textEnd('late')] })).rejects.toMatchObject({ code: 'conflict' })
      expect(await store.runs.requestCancel(run.id, AT)).toBe(false)
    })

    test('starts and ends an execution at most once [F007-A9]', async () => {
      const { store } = await createStore()
      const execution = buildExecution()
      await store.audit.append([buildDraft()], execution)
      const twice = store.audit.append([buildDraft()], { ...execution, id: 'other' })
      await expect(twice).rejects.toMatchObject({ code: 'conflict' })
      const end = { id: execution.id, state: 'succeeded', endedAt: AT, durationMs: 3 } as const
      await store.audit.append([buildDraft()], end)
      await expect(store.audit.append([buildDraft()], end)).rejects.toMatchObject({ code: 'conflict' })
      expect((await store.audit.list({}, { limit: 9 }, null)).items.map(row => row.seq)).toEqual([2, 1])
    })

    test('writes nothing at all when building the events fails [F007-A2]', async () => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      const failing = commitTo(store, run, {
        audit: [buildDraft()],
        execution: buildExecution({ runId: run.id }),
        events: () => { throw new Error('broken') },
      })
      await expect(failing).rejects.toThrow('broken')
      expect((await store.audit.list({}, { limit: 9 }, null)).items).toHaveLength(1)
      expect(await store.runs.listOpenExecutions()).toEqual([])
    })
  })
})
