import { describe, expect, it } from 'vitest'
import { type AccessService, createAccessService } from '#server/access/access-service'
import { userPatchSchema } from '#shared/account'
import { createActor } from '../../../support/actors'
import { createTestAccess } from '../../../support/access-context'
import { AT, seedConversation } from '../../../support/build-rows'

const PASSWORD = 'correct horse battery'
const NOBODY = '00000000-0000-7000-8000-00000000dead'
const ada = createActor()
const bob = { email: 'bob@example.org', name: 'Bob', role: 'user', password: PASSWORD } as const

async function createAccessWithAda() {
  const context = await createTestAccess()
  await context.store.createUser({
    id: ada.userId, email: ada.email, name: ada.userName, role: 'admin', status: 'active', createdAt: '2025-01-01T00:00:00.000Z',
    passwordHash: 'none',
  })
  const access = createAccessService(context)
  return { context, access }
}

async function createAccessWithBob() {
  const { context, access } = await createAccessWithAda()
  const { id } = await access.createUser(ada, bob)
  const { secret } = await access.login(bob, { address: '127.0.0.1' })
  const readActor = () => access.authenticate({ kind: 'session', secret })
  const { token } = await access.createToken((await readActor())!, { name: 'cli', scopes: ['chat'] })
  return { context, access, id, readActor, readTokenActor: () => access.authenticate({ kind: 'token', secret: token }) }
}

describe('adding a user', () => {
  it('lets them sign in, and shows and records neither password nor hash [F012-A20]', async () => {
    const { context, access } = await createAccessWithAda()
    const created = await access.createUser(ada, bob)
    expect(created).toEqual({
      id: created.id, email: bob.email, name: 'Bob', role: 'user', status: 'active', createdAt: context.now().toISOString(),
    })
    expect((await access.listUsers()).map(({ email }) => email)).toEqual([ada.email, bob.email])
    expect((await access.login(bob, { address: '127.0.0.1' })).user).toMatchObject({ id: created.id, role: 'user' })
    expect(context.facts[0]).toMatchObject({
      kind: 'user.created', actor: { userId: ada.userId }, input: { id: created.id, email: bob.email, name: 'Bob', role: 'user' },
    })
    const { passwordHash } = (await context.store.findUserByEmail(bob.email))!
    expect(JSON.stringify([context.facts, await access.listUsers()])).not.toMatch(new RegExp(`${PASSWORD}|${RegExp.escape(passwordHash)}`))
  })

  it('is refused when the email address is taken [F012-A20]', async () => {
    const { context, access } = await createAccessWithAda()
    await expect(access.createUser(ada, { ...bob, email: ada.email })).rejects.toMatchObject({
      code: 'conflict', message: expect.stringContaining(ada.email),
    })
    expect([await context.store.countUsers(), context.facts]).toEqual([1, []])
  })
})

describe('an admin who is demoted while the password is hashed', () => {
  it.each<[string, (access: AccessService, id: string) => Promise<unknown>]>([
    ['adds nobody', access => access.createUser(ada, { ...bob, email: 'eve@example.org' })],
    ['changes no password', (access, id) => access.updateUser(ada, id, { password: 'another long password' })],
  ])('%s [F012-A31]', async (_, change) => {
    const { context, id } = await createAccessWithBob()
    await context.store.createUser({
      id: 'eve', email: 'carol@example.org', name: 'Carol', role: 'admin', status: 'active', createdAt: AT, passwordHash: 'none',
    })
    const passwords = { ...context.passwords, make: async (password: string) => {
      await context.store.updateUser(ada.userId, { role: 'user' })
      return context.passwords.make(password)
    } }
    const before = await context.store.findUser(id)
    await expect(change(createAccessService({ ...context, passwords }), id)).rejects.toMatchObject({ code: 'forbidden' })
    expect([await context.store.countUsers(), await context.store.findUser(id)]).toEqual([3, before])
  })
})

describe('changing a user', () => {
  it.each([
    { role: 'reviewer' }, { status: 'suspended' }, { password: 'another long password' },
  ] as const)('with %j ends their session at once, and is on record [F012-A23]', async (patch) => {
    const { context, access, id, readActor } = await createAccessWithBob()
    expect(await access.updateUser(ada, id, patch)).toMatchObject({ id, email: bob.email })
    expect(await readActor()).toBeNull()
    const { kind, input } = context.facts.at(-1)!
    expect([kind, input]).toEqual(['user.updated', { id, email: bob.email, ...patch, ...('password' in patch && { password: true }) }])
  })

  it('to another name leaves them signed in', async () => {
    const { access, id, readActor } = await createAccessWithBob()
    await access.updateUser(ada, id, { name: 'Robert' })
    expect(await readActor()).toMatchObject({ userName: 'Robert' })
  })

  it('refuses the tokens of a suspended one until they are active again [F012-A23]', async () => {
    const { access, id, readTokenActor } = await createAccessWithBob()
    await access.updateUser(ada, id, { status: 'suspended' })
    expect(await readTokenActor()).toBeNull()
    await expect(access.login(bob, { address: '127.0.0.1' })).rejects.toMatchObject({ code: 'unauthenticated' })
    await access.updateUser(ada, id, { status: 'active', role: 'reviewer' })
    expect(await readTokenActor()).toMatchObject({ role: 'reviewer', scopes: ['chat'] })
  })

  it('lets in by the new password alone [F012-A23]', async () => {
    const { access, id } = await createAccessWithBob()
    await access.updateUser(ada, id, { password: 'another long password' })
    await expect(access.login(bob, { address: '127.0.0.1' })).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await access.login({ ...bob, password: 'another long password' }, { address: '127.0.0.1' })).user.id).toBe(id)
  })

  it('who does not exist, or in nothing, is refused', async () => {
    const { context, access } = await createAccessWithAda()
    await expect(access.updateUser(ada, NOBODY, { name: 'X' })).rejects.toMatchObject({ code: 'not-found' })
    expect(userPatchSchema.safeParse({}).error?.issues[0]?.message).toMatch(/^Provide at least one of name/)
    expect(context.facts).toEqual([])
  })

  it('who is the last active admin is refused, and nothing is on record [F012-A21]', async () => {
    const { context, access } = await createAccessWithAda()
    for (const patch of [{ role: 'user' }, { status: 'suspended' }] as const) {
      await expect(access.updateUser(ada, ada.userId, patch)).rejects.toMatchObject({
        code: 'conflict', message: expect.stringMatching(/last active admin/),
      })
    }
    expect([await access.listUsers(), context.facts]).toMatchObject([[{ role: 'admin', status: 'active' }], []])
  })
})

describe('removing a user', () => {
  it('ends sessions and tokens, takes the conversations along, and says who it was [F012-A22]', async () => {
    const { context, access, id, readActor, readTokenActor } = await createAccessWithBob()
    await seedConversation(context.wholeStore, 'talk', id)
    await access.deleteUser(ada, id)
    expect([
      await readActor(), await readTokenActor(), await context.wholeStore.conversations.find('talk', id),
    ]).toEqual([null, null, undefined])
    expect(context.facts.at(-1)).toMatchObject({ kind: 'user.deleted', input: { id, email: bob.email, name: 'Bob', role: 'user' } })
    await expect(access.deleteUser(ada, id)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is refused for oneself [F012-A22]', async () => {
    const { access } = await createAccessWithAda()
    await access.createUser(ada, { ...bob, role: 'admin' })
    await expect(access.deleteUser(ada, ada.userId)).rejects.toMatchObject({ code: 'conflict', message: expect.stringMatching(/yourself/) })
  })
})
