import { describe, expect, it } from 'vitest'
import { createAccessService } from '#server/access/access-service'
import { hashSecret } from '#server/access/secret'
import { createTestAccess, type TestAccess } from '../../../support/access-context'

const email = 'ada@example.org'
const password = 'correct horse battery'
const DAY_MS = 24 * 3600 * 1000

async function createAccessWithAda(status: 'active' | 'suspended' = 'active') {
  const context = await createTestAccess()
  await context.store.createFirstUser({
    id: 'ada', email, name: 'Ada', role: 'admin', status, createdAt: context.now().toISOString(),
    passwordHash: await context.passwords.make(password),
  })
  return { context, access: createAccessService(context) }
}

async function signIn({ access }: { access: ReturnType<typeof createAccessService> }) {
  const { secret } = await access.login({ email, password }, { address: '127.0.0.1' })
  const actor = await access.authenticate({ kind: 'session', secret })
  return { secret, actor: actor! }
}

describe('log-in', () => {
  it('starts a new session each time and keeps only the hash of its secret [F012-A3]', async () => {
    const { access, context } = await createAccessWithAda()
    const [first, second] = [await signIn({ access }), await signIn({ access })]
    expect(first.secret).not.toBe(second.secret)
    expect(first.actor).toMatchObject({ userId: 'ada', scopes: null, via: 'session' })
    const stored = await context.store.findSession(hashSecret(first.secret), context.now().toISOString())
    expect(JSON.stringify(stored)).not.toContain(first.secret)
    expect(context.facts.map(fact => fact.kind)).toEqual(['auth.login', 'auth.login'])
  })

  it('gives wrong passwords, unknown people and suspended ones the same answer [F012-A4]', async () => {
    const active = await createAccessWithAda()
    const suspended = await createAccessWithAda('suspended')
    const errors = await Promise.all([
      active.access.login({ email, password: 'wrong' }, { address: 'a' }).catch(String),
      active.access.login({ email: 'nobody@example.org', password }, { address: 'b' }).catch(String),
      suspended.access.login({ email, password }, { address: 'c' }).catch(String),
    ])
    expect(new Set(errors).size).toBe(1)
    expect(active.context.facts.map(fact => fact.kind)).toEqual(['auth.login-failed', 'auth.login-failed'])
  })

  it('compares a password also when there is no such person [F012-A4]', async () => {
    const { context } = await createAccessWithAda()
    const compared: (string | undefined)[] = []
    const passwords: TestAccess['passwords'] = {
      ...context.passwords,
      verify: async (stored, given) => {
        compared.push(given)
        return context.passwords.verify(stored, given)
      },
    }
    await createAccessService({ ...context, passwords }).login({ email: 'nobody@example.org', password }, { address: 'a' })
      .catch(() => undefined)
    expect(compared).toEqual([password])
  })
})

describe('sessions', () => {
  it('refuses the old cookie right after logging out [F012-A3]', async () => {
    const { access, context } = await createAccessWithAda()
    const { secret, actor } = await signIn({ access })
    await access.logout(actor)
    expect(await access.authenticate({ kind: 'session', secret })).toBeNull()
    expect(context.facts.at(-1)?.kind).toBe('auth.logout')
  })

  it('ends a session after thirty days', async () => {
    const { access, context } = await createAccessWithAda()
    const { secret } = await signIn({ access })
    context.advance(30 * DAY_MS - 1)
    expect(await access.authenticate({ kind: 'session', secret })).not.toBeNull()
    context.advance(1)
    expect(await access.authenticate({ kind: 'session', secret })).toBeNull()
  })

  it('ends nothing when somebody logs out with a token', async () => {
    const { access, context } = await createAccessWithAda()
    const { secret, actor } = await signIn({ access })
    const { sessionId: _none, ...byToken } = { ...actor, via: 'token' as const }
    await access.logout(byToken)
    expect(await access.authenticate({ kind: 'session', secret })).not.toBeNull()
    expect(context.facts.map(fact => fact.kind)).toEqual(['auth.login'])
  })

  it('removes rows of sessions that have ended when somebody logs in', async () => {
    const { access, context } = await createAccessWithAda()
    const { secret } = await signIn({ access })
    context.advance(30 * DAY_MS)
    await signIn({ access })
    expect(await context.store.findSession(hashSecret(secret), '0000-01-01T00:00:00.000Z')).toBeUndefined()
  })

  it('does not take a token for a session, nor a session for a token', async () => {
    const { access } = await createAccessWithAda()
    const { secret, actor } = await signIn({ access })
    const { token } = await access.createToken(actor, { name: 'ci', scopes: ['chat'] })
    expect(await access.authenticate({ kind: 'token', secret })).toBeNull()
    expect(await access.authenticate({ kind: 'session', secret: token })).toBeNull()
  })

  it('says who is signed in, and otherwise whether the set-up is open', async () => {
    const { access } = await createAccessWithAda()
    const { actor } = await signIn({ access })
    expect(await access.describeSession(actor)).toEqual({ user: { id: 'ada', email, name: 'Ada', role: 'admin' }, needsSetup: false })
    expect(await access.describeSession(null)).toEqual({ user: null, needsSetup: false })
    expect(await createAccessService(await createTestAccess()).describeSession(null)).toEqual({ user: null, needsSetup: true })
  })
})

describe('API tokens', () => {
  it('shows the secret once and stores only its hash [F012-A8]', async () => {
    const { access, context } = await createAccessWithAda()
    const { actor } = await signIn({ access })
    const { token, ...created } = await access.createToken(actor, { name: 'ci', scopes: ['chat', 'chat'] })
    expect(token).toMatch(/^pb_[\w-]{43}$/)
    expect(await access.listTokens(actor)).toEqual([created])
    expect(JSON.stringify([await context.store.listTokens('ada'), context.facts])).not.toContain(token)
    expect(await access.authenticate({ kind: 'token', secret: token })).toMatchObject({ userId: 'ada', via: 'token', scopes: ['chat'] })
    expect((await access.listTokens(actor))[0]?.lastUsedAt).toBe(context.now().toISOString())
  })

  it('notes once a minute that a token is used', async () => {
    const { access, context } = await createAccessWithAda()
    const { actor } = await signIn({ access })
    const { token } = await access.createToken(actor, { name: 'ci', scopes: ['chat'] })
    const use = async () => {
      await access.authenticate({ kind: 'token', secret: token })
      return Date.parse((await access.listTokens(actor))[0]?.lastUsedAt ?? '') - context.now().getTime()
    }
    const first = await use()
    context.advance(59_999)
    const early = await use()
    context.advance(1)
    expect([first, early, await use()]).toEqual([0, -59_999, 0])
  })

  it('refuses a revoked token at once [F012-A8]', async () => {
    const { access, context } = await createAccessWithAda()
    const { actor } = await signIn({ access })
    const { token, id } = await access.createToken(actor, { name: 'ci', scopes: ['chat'] })
    await access.revokeToken(actor, id)
    expect(await access.authenticate({ kind: 'token', secret: token })).toBeNull()
    expect(context.facts.map(fact => fact.kind)).toEqual(['auth.login', 'token.created', 'token.revoked'])
  })

  it('does not revoke another person\'s token', async () => {
    const { access } = await createAccessWithAda()
    const { actor } = await signIn({ access })
    const { id } = await access.createToken(actor, { name: 'ci', scopes: ['chat'] })
    await expect(access.revokeToken({ ...actor, userId: 'eve' }, id)).rejects.toMatchObject({ code: 'not-found' })
    expect(await access.listTokens(actor)).toHaveLength(1)
  })

  it('gives no token more than its maker may do', async () => {
    const { access } = await createAccessWithAda()
    const { actor } = await signIn({ access })
    await expect(access.createToken(
      { ...actor, role: 'user' }, { name: 'x', scopes: ['admin'] },
    )).rejects.toMatchObject({ code: 'forbidden' })
    await expect(access.createToken(
      { ...actor, scopes: ['admin'] }, { name: 'x', scopes: ['chat'] },
    )).rejects.toMatchObject({ code: 'forbidden' })
  })
})
