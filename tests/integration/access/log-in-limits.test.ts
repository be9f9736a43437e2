import { describe, expect, it } from 'vitest'
import { createAccessService } from '#server/access/access-service'
import { ACCOUNT_LIMIT } from '#server/access/log-in'
import { type Config, readConfig } from '#server/config'
import login from '#server/api/auth/login.post'
import findActor from '#server/middleware/actor'
import { createTestAccess } from '../../support/access-context'
import { serveRoutes } from '../../support/serve-routes'

const email = 'ada@example.org'
const password = 'correct horse battery'

async function serveLogin(settings: Partial<Config> = {}) {
  const context = await createTestAccess()
  await context.store.createFirstUser({
    id: 'ada', email, name: 'Ada', role: 'admin', status: 'active', createdAt: context.now().toISOString(),
    passwordHash: await context.passwords.make(password),
  })
  const services = { access: createAccessService(context), config: { ...readConfig({}, { appDirectory: '/', adapters: [] }), ...settings } }
  const url = await serveRoutes({ 'POST /api/auth/login': login }, { services, middleware: findActor })
  const send = (given: string, headers: Record<string, string> = {}) => fetch(`${url}/api/auth/login`, {
    method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ email, password: given }),
  })
  /** Guesses once more than one address may, and answers the last status. */
  const guess = async (headersOf: (n: number) => Record<string, string>) => {
    let status = 0
    for (let n = 0; n <= ACCOUNT_LIMIT.points; n++) status = (await send('wrong', headersOf(n))).status
    return status
  }
  return { send, guess, context }
}

describe('the address that counts for the limits on log-ins', () => {
  it('is the one of the connection, whatever a client writes, without a trusted proxy [F012-A36]', async () => {
    const { guess, context } = await serveLogin()
    expect(await guess(n => ({ 'x-forwarded-for': `203.0.113.${n}` }))).toBe(429)
    expect(context.facts[0]?.input).toMatchObject({ address: '127.0.0.1' })
  })

  it('is the last one, which the trusted proxy appended, and not those before [F012-A36]', async () => {
    const { guess, context } = await serveLogin({ trustProxy: true })
    expect(await guess(n => ({ 'x-forwarded-for': `203.0.113.${n}, 198.51.100.7` }))).toBe(429)
    expect(context.facts[0]?.input).toMatchObject({ address: '198.51.100.7' })
    expect(await guess(n => ({ 'x-forwarded-for': `198.51.100.8, 203.0.113.${n}` }))).toBe(401)
  })

  it.each([
    ['198.51.100.7:50%d', '198.51.100.7'], ['[2001:db8::1]:50%d', '2001:db8::1'],
  ])('leaves out the port of %s, which some proxies name [F012-A36]', async (forwarded, address) => {
    const { guess, context } = await serveLogin({ trustProxy: true })
    expect(await guess(n => ({ 'x-forwarded-for': forwarded.replace('%d', String(10 + n)) }))).toBe(429)
    expect(context.facts[0]?.input).toMatchObject({ address })
  })

  it('is the one of the connection when the trusted proxy names none', async () => {
    const { guess } = await serveLogin({ trustProxy: true })
    expect(await guess(() => ({}))).toBe(429)
  })
})

describe('the cookie of a device', () => {
  it('is set by a log-in, out of reach of scripts, and lets this browser in while its address is locked [F012-A35]', async () => {
    const { send, guess } = await serveLogin()
    const [session, device = ''] = (await send(password)).headers.getSetCookie()
    expect(session).toMatch(/^patchbay_session=/)
    expect(device).toMatch(/^patchbay_device_[0-9a-f]{16}=\d+\.[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const limited = await guess(() => ({}))
    const stranger = await send(password)
    expect([limited, stranger.status, Number(stranger.headers.get('retry-after')) > 0]).toEqual([429, 429, true])
    expect((await send(password, { cookie: device.split(';')[0] ?? '' })).status).toBe(200)
  })

  it('is not set by a failed log-in', async () => {
    const { send } = await serveLogin()
    expect((await send('wrong')).headers.getSetCookie()).toEqual([])
  })

  it('is kept to https like the session behind a public https address [F012-A35]', async () => {
    const { send } = await serveLogin({ publicUrl: 'https://chat.example.org' })
    const [, device = ''] = (await send(password)).headers.getSetCookie()
    expect(device).toMatch(/^__Host-patchbay_device_.*; Secure; SameSite=Lax$/)
  })
})
