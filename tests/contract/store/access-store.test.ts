import { describe, expect, test } from 'vitest'
import type { UserRow } from '#server/ports/access-store'
import { AT } from '../../support/build-rows'
import { STORE_ENGINES } from '../../support/store-engines'

const LATER = '2026-02-01T00:00:00.000Z'
const alice: UserRow = {
  id: 'alice', email: 'alice@example.org', name: 'Alice', passwordHash: 'x', role: 'admin', status: 'active', createdAt: AT,
}

describe.each(STORE_ENGINES)('the store on $name', ({ createStore }) => {
  describe('AccessStore', () => {
    test('creates one first user, however many try at once', async () => {
      const { store } = await createStore()
      const tries = Array.from({ length: 10 }, (_, index) => ({ ...alice, id: `user-${index}`, email: `${index}@example.org` }))
      const created = await Promise.all(tries.map(user => store.access.createFirstUser(user)))
      expect(created.filter(Boolean)).toHaveLength(1)
      expect(await store.access.countUsers()).toBe(1)
    })

    test('finds a session with its user until it expires or is deleted', async () => {
      const { store } = await createStore()
      await store.access.createFirstUser(alice)
      const session = { id: 's', secretHash: 'hash', userId: 'alice', createdAt: AT, expiresAt: LATER }
      await store.access.createSession(session)
      expect(await store.access.findSession('hash', AT)).toEqual({ session, user: alice })
      expect(await store.access.findSession('hash', LATER)).toBeUndefined()
      await store.access.createSession({ ...session, id: 'other', secretHash: 'other', expiresAt: '2026-02-01T00:00:00.001Z' })
      await store.access.deleteExpiredSessions(LATER)
      expect(await store.access.findSession('other', AT)).toBeDefined()
      expect(await store.access.findSession('hash', AT)).toBeUndefined()
    })

    test('keeps tokens to their owner, and gives a saved one a new secret', async () => {
      const { store } = await createStore()
      await store.access.createFirstUser(alice)
      const token = {
        id: 't', secretHash: 'one', userId: 'alice', name: 'cli', scopes: ['chat', 'audit'], createdAt: AT, lastUsedAt: null,
      } as const
      await store.access.createToken(token)
      await store.access.saveToken({ ...token, secretHash: 'two' })
      await store.access.touchToken('t', LATER)
      expect(await store.access.findToken('one')).toBeUndefined()
      expect(await store.access.findToken('two')).toEqual({ token: { ...token, secretHash: 'two', lastUsedAt: LATER }, user: alice })
      expect(await store.access.deleteToken('t', 'bob')).toBe(false)
      expect(await store.access.deleteToken('t', 'alice')).toBe(true)
      expect(await store.access.listTokens('alice')).toEqual([])
    })

    test('touches, lists and ends only what it is asked for', async () => {
      const { store } = await createStore()
      await store.access.createFirstUser(alice)
      await store.access.createUser({ ...alice, id: 'bob', email: 'bob@example.org' })
      const tokens = [
        'alice', 'bob',
      ].map(userId => ({ id: userId, secretHash: userId, userId, name: 'cli', scopes: ['chat'], createdAt: AT, lastUsedAt: null }) as const)
      for (const token of tokens) await store.access.createToken(token)
      for (const { id } of tokens) await store.access.createSession({ id, secretHash: id, userId: id, createdAt: AT, expiresAt: LATER })
      await store.access.touchToken('alice', LATER)
      await store.access.deleteSession('alice')
      expect(await store.access.listTokens('bob')).toEqual([tokens[1]])
      expect([await store.access.findSession('alice', AT), await store.access.findSession('bob', AT)]).toEqual([
        undefined, expect.anything(),
      ])
    })

    test('reads back a setting until it is deleted', async () => {
      const { store } = await createStore()
      await store.access.saveSetting('k', '1')
      await store.access.saveSetting('k', '2')
      await store.access.saveSetting('other', '3')
      expect(await store.access.readSetting('k')).toBe('2')
      await store.access.deleteSetting('k')
      expect(await store.access.readSetting('other')).toBe('3')
      expect(await store.access.readSetting('k')).toBeUndefined()
    })
  })

  describe('the stores of providers and tools', () => {
    test('a provider id is given once', async () => {
      const { store } = await createStore()
      const row = {
        id: 'p',
        kind: 'anthropic',
        name: 'P',
        baseUrl: null,
        profile: null,
        sealedKey: 'sealed',
        keyHint: 'abcd',
        models: ['m'],
        createdAt: AT,
        updatedAt: AT,
      } as const
      expect(await store.providers.create(row)).toBe(true)
      expect(await store.providers.create({ ...row, name: 'other' })).toBe(false)
      await store.providers.update({ ...row, name: 'New' })
      expect(await store.providers.list()).toEqual([{ ...row, name: 'New' }])
      expect(await store.providers.remove('p')).toBe(true)
      expect(await store.providers.find('p')).toBeUndefined()
    })

    test('a tool setting that is saved again replaces the one before', async () => {
      const { store } = await createStore()
      await store.tools.saveSetting({ toolId: 'a/b', enabled: false, approval: 'ask' })
      await store.tools.saveSetting({ toolId: 'a/b', enabled: true })
      expect(await store.tools.listSettings()).toEqual([{ toolId: 'a/b', enabled: true, approval: undefined }])
    })
  })
})
