import { describe, expect, test } from 'vitest'
import { AT, buildAcceptedRun, buildRun, seedConversation, seedRunningRun } from '../../support/build-rows'
import { STORE_ENGINES } from '../../support/store-engines'

describe.each(STORE_ENGINES)('the store on $name', ({ createStore }) => {
  describe('ConversationStore', () => {
    test('pages through all of a user\'s conversations once each, newest activity first', async () => {
      const { store } = await createStore()
      const ids = Array.from({ length: 23 }, (_, index) => `talk-${String(index).padStart(2, '0')}`)
      for (const id of ids) await seedConversation(store, id)
      await seedConversation(store, 'bobs', 'bob')
      const seen: string[] = []
      for (let cursor: string | undefined = undefined; ;) {
        const page = await store.conversations.list('alice', { limit: 5, cursor })
        seen.push(...page.items.map(item => item.id))
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      expect(seen).toEqual(ids.toReversed())
    })

    test('keeps the order of activity when the clock is set back [F008-A30]', async () => {
      const { store } = await createStore()
      await seedConversation(store, 'first', 'alice', '2026-01-02T12:00:00.000Z')
      await seedConversation(store, 'second', 'alice', '2026-01-02T10:00:00.000Z')
      const list = async () => (await store.conversations.list('alice', { limit: 5 })).items.map(item => item.id)
      expect(await list()).toEqual(['second', 'first'])
      await store.conversations.update('first', 'alice', { title: 'again' }, '2026-01-02T09:00:00.000Z')
      expect(await list()).toEqual(['first', 'second'])
      await store.runs.accept({ ...buildAcceptedRun(buildRun({ conversationId: 'second' })), at: '2026-01-02T08:00:00.000Z' })
      expect(await list()).toEqual(['second', 'first'])
    })

    test.each(['', 'nonsense', Buffer
      .from('{"a":1}')
      .toString('base64url'), Buffer.from('[1,2]').toString('base64url'), Buffer.from('["a"]').toString('base64url'), '\' or 1=1 --'])(
      'refuses the cursor %j by its name',
      async (cursor) => {
        const { store } = await createStore()
        const listing = store.conversations.list('alice', { limit: 5, cursor })
        await expect(listing).rejects.toMatchObject({ code: 'invalid-request', details: [{ field: 'cursor' }] })
      },
    )

    test('another user can neither find, change nor remove a conversation', async () => {
      const { store } = await createStore()
      await seedConversation(store)
      expect(await store.conversations.find('talk', 'bob')).toBeUndefined()
      expect(await store.conversations.update('talk', 'bob', { title: 'mine' }, AT)).toBeUndefined()
      expect(await store.conversations.remove('talk', 'bob')).toBe(false)
      expect((await store.conversations.find('talk', 'alice'))?.title).toBe('talk')
    })

    test('changes only the given fields', async () => {
      const { store } = await createStore()
      await seedConversation(store)
      await store.conversations.update('talk', 'alice', { model: 'demo/demo', tools: { mode: 'selected', names: ['calculate'] } }, AT)
      const changed = await store.conversations.update('talk', 'alice', { title: 'Sums' }, '2027-01-01T00:00:00.000Z')
      expect(changed).toEqual({
        id: 'talk', title: 'Sums', model: 'demo/demo', tools: {
          mode: 'selected', names: ['calculate'],
        }, createdAt: AT, updatedAt: '2027-01-01T00:00:00.000Z',
      })
    })

    test('removes runs and events with it, and keeps the audit', async () => {
      const { store } = await createStore()
      const run = await seedRunningRun(store)
      await expect(store.conversations.remove('talk', 'alice')).rejects.toMatchObject({ code: 'conflict' })
      await store.runs.commit({ runId: run.id, fence: run.fence, at: AT, events: () => [], change: { state: 'completed' } })
      expect(await store.conversations.remove('talk', 'alice')).toBe(true)
      expect(await store.runs.read(run.id)).toBeUndefined()
      expect(await store.runs.readEvents(run.id, 0)).toEqual([])
      expect((await store.audit.list({ run: run.id }, { limit: 9 }, 'alice')).items).toHaveLength(1)
    })
  })

  test('the list says of each conversation whether a run of it is at work or waits for a person [F008-A72]', async () => {
    const { store } = await createStore()
    for (const id of ['idle', 'queued']) await seedConversation(store, id)
    await store.runs.accept(buildAcceptedRun(buildRun({ conversationId: 'queued' })))
    for (const state of ['running', 'waiting', 'completed'] as const) {
      const { id, fence } = await seedRunningRun(store, { conversationId: state })
      await store.runs.commit({
        runId: id, fence, at: AT, events: () => [], change: { state, ...(state === 'completed' && { endedAt: AT }) },
      })
    }
    const { items } = await store.conversations.list('alice', { limit: 9 })
    expect(Object.fromEntries(items.map(({ id, activity }) => [id, activity]))).toEqual({
      idle: undefined, queued: 'running', running: 'running', waiting: 'waiting', completed: undefined,
    })
  })
})
