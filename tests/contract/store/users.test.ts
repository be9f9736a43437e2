import { describe, expect, test } from 'vitest'
import type { UserRow } from '#server/ports/access-store'
import { AT, buildRun, seedRunningRun } from '../../support/build-rows'
import { STORE_ENGINES } from '../../support/store-engines'

const LATER = '2026-02-01T00:00:00.000Z'

function buildUser(id: string, change: Partial<UserRow> = {}): UserRow {
  return { id, email: `${id}@example.org`, name: id, passwordHash: 'x', role: 'user', status: 'active', createdAt: AT, ...change }
}

const alice = buildUser('alice', { role: 'admin' })
const bob = buildUser('bob')

describe.each(STORE_ENGINES)('the store on $name', ({ createStore }) => {
  async function createStoreWithUsers(...users: readonly UserRow[]) {
    const { store } = await createStore()
    for (const user of users) await store.access.createUser(user)
    return store
  }

  describe('users in the store', () => {
    test('are listed oldest first, each email address once', async () => {
      const store = await createStoreWithUsers(alice, bob)
      expect(await store.access.createUser({ ...bob, id: 'other' })).toBe(false)
      expect(await store.access.listUsers()).toEqual([alice, bob])
    })

    test('keep their sessions when only the name changes', async () => {
      const store = await createStoreWithUsers(alice, bob)
      await store.access.createSession({ id: 's', secretHash: 'hash', userId: 'bob', createdAt: AT, expiresAt: LATER })
      expect(await store.access.updateUser('bob', { name: 'Bobby', role: 'user' })).toEqual({ ...bob, name: 'Bobby' })
      expect(await store.access.findSession('hash', AT)).toBeDefined()
      expect(await store.access.updateUser('nobody', { name: 'X' })).toBeUndefined()
    })

    test.each([
      { role: 'reviewer' }, { status: 'suspended' }, { passwordHash: 'y' },
    ] as const)('lose their sessions, and nobody else does, with %j', async (change) => {
      const store = await createStoreWithUsers(alice, bob)
      for (const userId of ['alice', 'bob']) {
        await store.access.createSession({ id: userId, secretHash: userId, userId, createdAt: AT, expiresAt: LATER })
      }
      await store.access.updateUser('bob', change)
      expect(await store.access.findSession('bob', AT)).toBeUndefined()
      expect(await store.access.findSession('alice', AT)).toBeDefined()
    })

    test('always include an active admin, whatever is tried at once [F012-A21]', async () => {
      const carol = buildUser('carol', { role: 'admin' })
      const store = await createStoreWithUsers(alice, bob, carol, buildUser('dora', { role: 'admin', status: 'suspended' }))
      const tries = await Promise.allSettled([
        store.access.updateUser(
          'alice', { role: 'reviewer' },
        ), store.access.updateUser('carol', { status: 'suspended' }), store.access.deleteUser('carol'),
      ])
      expect(tries.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
      expect(tries[1]).toMatchObject({ reason: { code: 'conflict', message: expect.stringMatching(/last active admin/) } })
      expect((await store.access.listUsers()).find(({ id }) => id === 'carol')).toEqual(carol)
    })

    test('take tokens, sessions, conversations and runs along, and leave what is another\'s [F012-A22]', async () => {
      const store = await createStoreWithUsers(alice, bob)
      await store.access.createSession({ id: 's', secretHash: 'hash', userId: 'bob', createdAt: AT, expiresAt: LATER })
      await store.access.createToken({
        id: 't', secretHash: 'token', userId: 'bob', name: 'cli', scopes: ['chat'], createdAt: AT, lastUsedAt: null,
      })
      await seedRunningRun(store, buildRun({ conversationId: 'hers', userId: 'alice' }))
      const run = await seedRunningRun(store, buildRun({ conversationId: 'his', userId: 'bob' }))
      await expect(store.access.deleteUser('bob')).rejects.toMatchObject({ code: 'conflict' })
      await store.runs.commit({ runId: run.id, fence: run.fence, at: AT, events: () => [], change: { state: 'completed', endedAt: AT } })
      expect(await store.access.deleteUser('bob')).toEqual(bob)
      expect(await store.access.findSession('hash', AT)).toBeUndefined()
      expect(await store.access.findToken('token')).toBeUndefined()
      expect(await store.conversations.find('his', 'bob')).toBeUndefined()
      expect(await store.runs.find(run.id, 'bob')).toBeUndefined()
      expect(await store.conversations.find('hers', 'alice')).toBeDefined()
      expect(await store.access.deleteUser('bob')).toBeUndefined()
    })
  })
})
