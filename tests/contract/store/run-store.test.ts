import { describe, expect, test } from 'vitest'
import { AT, buildAcceptedRun, buildRun, seedConversation, seedRunningRun, LEASE } from '../../support/build-rows'
import { STORE_ENGINES } from '../../support/store-engines'

const LATER = '2026-01-02T03:04:06.000Z'

describe.each(STORE_ENGINES)('the store on $name', ({ createStore }) => {
  describe('RunStore.accept', () => {
    test('creates one run when the same request comes twenty times at once', async () => {
      const { store } = await createStore()
      await seedConversation(store)
      const requests = Array.from({ length: 20 }, () => buildAcceptedRun(buildRun(), { key: 'k', bodyHash: 'h' }))
      const answers = await Promise.all(requests.map(request => store.runs.accept(request)))
      expect(answers.filter(answer => answer.created)).toHaveLength(1)
      expect(new Set(answers.map(answer => answer.run.id)).size).toBe(1)
      expect(await store.runs.listByConversation('talk', 'alice')).toHaveLength(1)
      expect((await store.audit.list({}, { limit: 9 }, null)).items).toHaveLength(1)
    })

    test('refuses another body under a used idempotency key', async () => {
      const { store } = await createStore()
      await seedConversation(store)
      await store.runs.accept(buildAcceptedRun(buildRun(), { key: 'k', bodyHash: 'h' }))
      const other = store.runs.accept(buildAcceptedRun(buildRun(), { key: 'k', bodyHash: 'other' }))
      await expect(other).rejects.toMatchObject({ code: 'unprocessable' })
    })

    test('keeps idempotency keys of different users apart', async () => {
      const { store } = await createStore()
      await seedConversation(store)
      await seedConversation(store, 'bobs', 'bob')
      await store.runs.accept(buildAcceptedRun(buildRun(), { key: 'k', bodyHash: 'h' }))
      const bobs = await store.runs.accept(buildAcceptedRun(buildRun({ userId: 'bob', conversationId: 'bobs' }), {
        key: 'k', bodyHash: 'x',
      }))
      expect(bobs.created).toBe(true)
    })

    test('accepts no run in a conversation of somebody else', async () => {
      const { store } = await createStore()
      await seedConversation(store)
      const foreign = store.runs.accept(buildAcceptedRun(buildRun({ userId: 'bob' })))
      await expect(foreign).rejects.toMatchObject({ code: 'not-found' })
      expect(await store.runs.listUnfinished()).toEqual([])
    })

    test('stores the run whole, with its first event', async () => {
      const { store } = await createStore()
      await seedConversation(store)
      const row = buildRun({
        tools: ['calculate'], system: 'Be brief.', cost: 0.25, error: { code: 'provider-rejected', message: 'y', retryable: true },
      })
      const { event } = await store.runs.accept(buildAcceptedRun(row))
      expect(event).toMatchObject({ type: 'run-start', runId: row.id, sequence: 1, at: AT })
      expect(await store.runs.find(row.id, 'alice')).toEqual({ ...row, lastSequence: 1 })
    })
  })

  describe('the states of a run', () => {
    test('a run that waited keeps the time of its start when it is claimed again', async () => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      await store.runs.commit({
        runId: run.id,
        fence: run.fence,
        at: AT,
        change: { state: 'waiting' },
        events: () => [{ type: 'run-wait', for: 'approval', callIds: [] }],
      })
      expect(await store.runs.claim(run.id, LATER, LEASE)).toMatchObject({ state: 'running', startedAt: run.startedAt })
    })

    test.each(['queued', 'running', 'waiting'] as const)('a conversation whose run is %s starts no other', async (state) => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      await store.runs.commit({ runId: run.id, fence: run.fence, at: AT, events: () => [], change: { state } })
      await expect(store.runs.accept(buildAcceptedRun(buildRun()))).rejects.toMatchObject({ code: 'conflict' })
      expect(await store.runs.listUnfinished()).toMatchObject([{ id: run.id, state }])
    })

    test('a run is claimed by one of many workers', async () => {
      const { store } = await createStore()
      await seedConversation(store)
      const { run } = await store.runs.accept(buildAcceptedRun(buildRun()))
      const claims = await Promise.all(Array.from({ length: 10 }, () => store.runs.claim(run.id, LATER, LEASE)))
      expect(claims.filter(claim => claim !== undefined)).toMatchObject([{ state: 'running', fence: 1, startedAt: LATER }])
    })

    test('an interrupted run is resumed once, with an event, and forgets its old end', async () => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      await store.runs.requestCancel(run.id, AT)
      await store.runs.commit({ runId: run.id, fence: run.fence, at: AT, events: () => [], change: { state: 'interrupted', endedAt: AT } })
      expect(await store.runs.resume(run.id, LATER)).toEqual({ type: 'run-resume', runId: run.id, sequence: 2, at: LATER })
      expect(await store.runs.resume(run.id, LATER)).toBeUndefined()
      expect(await store.runs.read(run.id)).toMatchObject({ state: 'queued', endedAt: null, cancelRequestedAt: null, lastSequence: 2 })
    })

    test.each([
      'at work', 'ended',
    ])('an interrupted run is not resumed while a later run of its conversation is there, %s [F005-A25]', async (state) => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      await store.runs.commit({ runId: run.id, fence: run.fence, at: AT, events: () => [], change: { state: 'interrupted', endedAt: AT } })
      // The clock was set back in between: what counts is which was accepted first.
      const later = await seedRunningRun(store, { createdAt: '2025-01-01T00:00:00.000Z' })
      if (state === 'ended') {
        await store.runs.commit({
          runId: later.id, fence: later.fence, at: LATER, events: () => [], change: { state: 'completed', endedAt: LATER },
        })
      }
      await expect(store.runs.resume(run.id, LATER)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(later.id) })
      expect(await store.runs.read(run.id)).toMatchObject({ state: 'interrupted', endedAt: AT, lastSequence: 1 })
      expect(await store.runs.readEvents(run.id, 0)).toHaveLength(1)
    })

    test('an interrupted run is resumed beside runs of other conversations, and beside an earlier one [F005-A25]', async () => {
      const { store } = await createStore()
      for (const id of ['first', 'second']) {
        const run = await seedRunningRun(store, { id })
        await store.runs.commit({ runId: id, fence: run.fence, at: AT, events: () => [], change: { state: 'interrupted', endedAt: AT } })
      }
      await seedRunningRun(store, { conversationId: 'elsewhere' })
      expect(await store.runs.resume('second', LATER)).toMatchObject({ type: 'run-resume' })
    })

    test('a second wish to stop leaves the time of the first', async () => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      await store.runs.requestCancel(run.id, AT)
      await store.runs.requestCancel(run.id, LATER)
      expect((await store.runs.read(run.id))?.cancelRequestedAt).toBe(AT)
    })

    test('what was committed is there after the file is opened again', async () => {
      const { store, reopen } = await createStore()
      const run = await seedRunningRun(store)
      await store.runs.saveCheckpoint(run.id, { step: 1, after: 2, text: 'half', reasoning: '' })
      await store.runs.saveCheckpoint(run.id, { step: 1, after: 2, text: 'half an answer', reasoning: '' })
      await store.close()
      const reopened = await reopen()
      expect(await reopened.runs.listUnfinished()).toEqual([run])
      expect(await reopened.runs.readCheckpoint(run.id)).toEqual({ step: 1, after: 2, text: 'half an answer', reasoning: '' })
      await reopened.runs.commit({ runId: run.id, fence: run.fence, at: AT, events: () => [], clearCheckpoint: true })
      expect(await reopened.runs.readCheckpoint(run.id)).toBeUndefined()
      await reopened.close()
    })

    test.each([['the same millisecond', AT], ['an earlier hour, because the clock was set back', '2026-01-02T01:00:00.000Z']])(
      'runs keep the order in which they were accepted, also when the second began in %s [F005-A74]', async (_case, createdAt) => {
        const { store } = await createStore()
        for (const id of ['z-first', 'a-second']) {
          const run = await seedRunningRun(store, { id, ...(id === 'a-second' && { createdAt }) })
          await store.runs.commit({
            runId: run.id, fence: 1, at: AT, events: () => [{ type: 'step-start', step: 1 }], change: { state: 'completed', endedAt: AT },
          })
        }
        const events = await store.runs.readConversationEvents('talk')
        expect(events.map(event => [event.runId, event.sequence])).toEqual([
          ['z-first', 1], ['z-first', 2], ['a-second', 1], ['a-second', 2],
        ])
        expect((await store.runs.listByConversation('talk', 'alice')).map(run => run.id)).toEqual(['z-first', 'a-second'])
      })

    test('unfinished runs of one user are listed without those of others', async () => {
      const { store } = await createStore()
      for (const id of ['alice', 'bob']) await seedRunningRun(store, { id, conversationId: id, userId: id })
      expect((await store.runs.listUnfinished('bob')).map(run => run.id)).toEqual(['bob'])
    })

    test('unfinished runs are listed in the order in which they were accepted, whatever the clock said [F005-A74]', async () => {
      const { store } = await createStore()
      for (const [index, id] of ['c', 'b', 'a'].entries()) {
        await seedRunningRun(store, { id, conversationId: id, createdAt: `2026-01-0${3 - index}T00:00:00.000Z` })
      }
      expect((await store.runs.listUnfinished()).map(run => run.id)).toEqual(['c', 'b', 'a'])
    })

    test.each([
      ['held by this process', { ...LEASE }, true],
      ['held by another process whose lease has expired', { owner: 'other', expiresAt: AT }, true],
      ['held by another process whose lease has not expired', { owner: 'other', expiresAt: LATER }, false],
    ])('a running run is taken over when it was %s: $2 [F005-A72]', async (_case, lease, isTakenOver) => {
      const { store } = await createStore()
      await seedConversation(store)
      const { run } = await store.runs.accept(buildAcceptedRun(buildRun()))
      await store.runs.claim(run.id, AT, lease)
      const takenOver = await store.runs.takeOver(run.id, AT, LEASE)
      expect(takenOver?.fence).toBe(isTakenOver ? 2 : undefined)
      expect(
        await store.runs.takeOver(run.id, AT, { ...LEASE, owner: 'third' }, { othersAreDead: true }),
      ).toMatchObject({ state: 'running' })
    })

    test('a lease is renewed by its owner alone [F005-A72]', async () => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      const other = { owner: 'other', expiresAt: '2027-01-01T00:00:00.000Z' }
      await store.runs.renewLeases([run.id], other)
      expect(await store.runs.takeOver(run.id, LEASE.expiresAt, other)).toMatchObject({ id: run.id })
      await store.runs.renewLeases([run.id], other)
      expect(await store.runs.takeOver(run.id, LEASE.expiresAt, LEASE)).toBeUndefined()
    })

    test.each([
      'queued', 'waiting', 'completed',
    ] as const)('a run that is %s is not taken over, whoever is dead [F005-A72]', async (state) => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      await store.runs.commit({ runId: run.id, fence: run.fence, at: AT, events: () => [], change: { state } })
      expect(await store.runs.takeOver(run.id, AT, LEASE, { othersAreDead: true })).toBeUndefined()
    })

    test('a conversation takes over what its run was started with, and keeps the rest', async () => {
      const { store } = await createStore()
      await seedConversation(store)
      const tools = { mode: 'selected', names: ['calculate'] } as const
      await store.runs.accept({
        ...buildAcceptedRun(buildRun()), conversation: { model: 'demo/demo', tools: { ...tools, names: [...tools.names] } },
      })
      expect(await store.conversations.find('talk', 'alice')).toMatchObject({ title: 'talk', model: 'demo/demo', tools })
    })

    test('a conversation takes no second run while the first one is not at its end', async () => {
      const { store } = await createStore()
      await seedRunningRun(store, { id: 'first' })
      await expect(seedRunningRun(store, { id: 'second' })).rejects.toThrow('still works on run first')
      expect((await store.runs.listByConversation('talk', 'alice')).map(run => run.id)).toEqual(['first'])
    })

    test('another user finds no run', async () => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      expect(await store.runs.find(run.id, 'bob')).toBeUndefined()
      expect(await store.runs.listByConversation('talk', 'bob')).toEqual([])
    })
  })
})
