import { describe, expect, it } from 'vitest'
import { createAccessService } from '#server/access/access-service'
import { prepareFirstStart } from '#server/access/prepare-first-start'
import { createTestAccess } from '../../../support/access-context'

const place = { host: '0.0.0.0', port: 3000 }
const admin = { email: 'ada@example.org', password: 'correct horse battery', token: 't'.repeat(32) }

describe('first start', () => {
  it('answers a link that sets up the first admin, once [F012-A1]', async () => {
    const context = await createTestAccess()
    const { url, isSetup } = await prepareFirstStart({ ...context, config: place })
    expect([url, isSetup]).toEqual([expect.stringMatching(/^http:\/\/localhost:3000\/setup\?token=[\w-]{43}$/), true])
    const token = new URL(url).searchParams.get('token')!
    await createAccessService(context).completeSetup({ token, email: admin.email, name: 'Ada', password: admin.password })
    expect(await prepareFirstStart({ ...context, config: place })).toEqual({ url: 'http://localhost:3000', isSetup: false })
  })

  it('uses the public address in the link', async () => {
    const context = await createTestAccess()
    const { url } = await prepareFirstStart({ ...context, config: { ...place, publicUrl: 'https://chat.example.org' } })
    expect(url).toMatch(/^https:\/\/chat\.example\.org\/setup\?token=/)
  })

  it('creates the admin and the token that the environment names [F012-A9]', async () => {
    const context = await createTestAccess()
    const access = createAccessService(context)
    expect((await prepareFirstStart({ ...context, config: { ...place, admin } })).isSetup).toBe(false)
    expect((await access.login(admin, { address: 'here' })).user).toMatchObject({ email: admin.email, role: 'admin' })
    expect(await access.authenticate({ kind: 'token', secret: admin.token })).toMatchObject({
      role: 'admin', scopes: ['chat', 'tools', 'audit', 'admin'],
    })
    expect(JSON.stringify(context.facts)).not.toMatch(/correct horse|tttt/)
  })

  it('replaces the environment\'s token when it changes and drops it when it is gone [F012-A9]', async () => {
    const context = await createTestAccess()
    const access = createAccessService(context)
    const accepted = async (secret: string) => await access.authenticate({ kind: 'token', secret }) !== null
    await prepareFirstStart({ ...context, config: { ...place, admin } })
    const changed = { ...admin, token: 'u'.repeat(32) }
    await prepareFirstStart({ ...context, config: { ...place, admin: changed } })
    expect([await accepted(admin.token), await accepted(changed.token)]).toEqual([false, true])
    await prepareFirstStart({ ...context, config: place })
    expect(await accepted(changed.token)).toBe(false)
  })

  it('leaves an existing admin\'s password alone', async () => {
    const context = await createTestAccess()
    await prepareFirstStart({ ...context, config: { ...place, admin } })
    await prepareFirstStart({ ...context, config: { ...place, admin: { ...admin, password: 'another password' } } })
    expect((await createAccessService(context).login(admin, { address: 'here' })).user.email).toBe(admin.email)
  })
})
