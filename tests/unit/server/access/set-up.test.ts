import { describe, expect, it } from 'vitest'
import { createAccessService } from '#server/access/access-service'
import { issueSetupToken } from '#server/access/set-up'
import { createTestAccess } from '../../../support/access-context'

const person = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }

describe('first set-up', () => {
  it('creates the admin, signs them in, and puts it on record [F012-A1]', async () => {
    const context = await createTestAccess()
    const access = createAccessService(context)
    expect(await access.needsSetup()).toBe(true)
    const session = await access.completeSetup({ token: await issueSetupToken(context.store), ...person })
    expect(session.user).toMatchObject({ email: person.email, role: 'admin' })
    expect(await access.authenticate({ kind: 'session', secret: session.secret })).toMatchObject({ role: 'admin', via: 'session' })
    expect(await access.needsSetup()).toBe(false)
    expect(context.facts.map(fact => fact.kind)).toEqual(['auth.setup'])
  })

  it('creates exactly one admin when twenty try at once [F012-A2]', async () => {
    const context = await createTestAccess()
    const access = createAccessService(context)
    const token = await issueSetupToken(context.store)
    const tries = Array.from({ length: 20 }, (_, n) => access.completeSetup({ token, ...person, email: `admin${n}@example.org` }))
    const results = await Promise.allSettled(tries)
    const refused = results.filter(result => result.status === 'rejected').map(result => result.reason.code)
    expect([results.length - refused.length, new Set(refused), await context.store.countUsers()]).toEqual([1, new Set(['conflict']), 1])
  })

  it('refuses a wrong token and one that a newer replaced', async () => {
    const context = await createTestAccess()
    const access = createAccessService(context)
    const older = await issueSetupToken(context.store)
    await issueSetupToken(context.store)
    for (const token of [older, 'wrong']) {
      await expect(access.completeSetup({ token, ...person })).rejects.toMatchObject({ code: 'forbidden' })
    }
    expect(await context.store.countUsers()).toBe(0)
  })

  it('refuses the used token afterwards', async () => {
    const context = await createTestAccess()
    const access = createAccessService(context)
    const token = await issueSetupToken(context.store)
    await access.completeSetup({ token, ...person })
    await expect(access.completeSetup({ token, ...person })).rejects.toMatchObject({ code: 'conflict' })
    // Also without the users, as after a restored backup: the link is void, not only late.
    const store: typeof context.store = { ...context.store, countUsers: async () => 0 }
    await expect(createAccessService({ ...context, store })
      .completeSetup({ token, ...person })).rejects.toMatchObject({ code: 'forbidden' })
  })
})
