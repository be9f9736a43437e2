import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { createAccessService } from '#server/access/access-service'
import { issueSetupToken } from '#server/access/set-up'
import type { Config } from '#server/config'
import login from '#server/api/auth/login.post'
import logout from '#server/api/auth/logout.post'
import session from '#server/api/auth/session.get'
import setup from '#server/api/setup.post'
import createToken from '#server/api/tokens/index.post'
import listTokens from '#server/api/tokens/index.get'
import unknownPath from '#server/api/[...]'
import findActor from '#server/middleware/actor'
import { createTestAccess } from '../../support/access-context'
import { serveRoutes } from '../../support/serve-routes'

const routes = {
  'POST /api/setup': setup,
  'POST /api/auth/login': login,
  'POST /api/auth/logout': logout,
  'GET /api/auth/session': session,
  'GET /api/tokens': listTokens,
  'POST /api/tokens': createToken,
  'GET /api/**': unknownPath,
}
const person = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }

async function serve(settings: Partial<Config> = {}) {
  const context = await createTestAccess()
  const services = { access: createAccessService(context), config: { ...readConfig({}, { appDirectory: '/', adapters: [] }), ...settings } }
  const url = await serveRoutes(routes, { services, middleware: findActor })

  async function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'origin': url, 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, cookie: response.headers.get('set-cookie') ?? '', body: text === '' ? null : JSON.parse(text) }
  }

  const setUp = async (headers = {}) => call('/api/setup', { token: await issueSetupToken(context.store), ...person }, headers)
  return { call, setUp }
}

const cookieOf = (setCookie: string) => setCookie.split(';')[0] ?? ''

describe('signing in over HTTP', () => {
  it('goes from set-up through sign-out to sign-in [F012-A3]', async () => {
    const { call, setUp } = await serve()
    expect((await call('/api/auth/session')).body).toEqual({ user: null, needsSetup: true })
    const first = await setUp()
    expect([first.status, first.body.user.role]).toEqual([201, 'admin'])
    expect(first.cookie).toMatch(/^patchbay_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    const cookie = cookieOf(first.cookie)
    expect((await call('/api/auth/session', undefined, { cookie })).body.user.email).toBe(person.email)
    const out = await call('/api/auth/logout', {}, { cookie })
    expect([out.status, out.cookie]).toEqual([
      204, expect.stringMatching(/^patchbay_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect((await call('/api/auth/session', undefined, { cookie })).body.user).toBeNull()
    const again = await call('/api/auth/login', { email: 'ADA@example.org', password: person.password })
    expect([again.status, cookieOf(again.cookie) === cookie]).toEqual([200, false])
  })

  it('does not adopt a session that was planted before the log-in [F012-A3]', async () => {
    const { call, setUp } = await serve()
    await setUp()
    const planted = `patchbay_session=${'A'.repeat(43)}`
    await call('/api/auth/login', { email: person.email, password: person.password }, { cookie: planted })
    expect((await call('/api/auth/session', undefined, { cookie: planted })).body.user).toBeNull()
  })

  it.each([
    ['a public https address', { publicUrl: 'https://chat.example.org' }, {}],
    ['a trusted proxy that speaks https', { trustProxy: true }, { 'x-forwarded-proto': 'https' }],
  ])('marks the cookie as secure behind %s', async (_, settings, headers) => {
    const { setUp, call } = await serve(settings)
    const { cookie } = await setUp(headers)
    expect(cookie).toMatch(/^__Host-patchbay_session=.*; Secure; SameSite=Lax$/)
    expect((await call('/api/auth/session', undefined, { cookie: cookieOf(cookie), ...headers })).body.user).not.toBeNull()
  })

  it('leaves the cookie to http behind a public http address', async () => {
    const { setUp } = await serve({ publicUrl: 'http://chat.example.org' })
    expect((await setUp()).cookie).toMatch(/^patchbay_session=(?!.*Secure)/)
  })

  it('believes forwarded headers of a trusted proxy alone', async () => {
    const { setUp } = await serve()
    expect((await setUp({ 'x-forwarded-proto': 'https' })).cookie).toMatch(/^patchbay_session=/)
  })
})

describe('API tokens over HTTP', () => {
  it('authenticate without a cookie and without an origin [F012-A8]', async () => {
    const { call, setUp } = await serve()
    const cookie = cookieOf((await setUp()).cookie)
    const { status, body } = await call('/api/tokens', { name: 'ci', scopes: ['admin'] }, { cookie })
    expect(status).toBe(201)
    const headers = { authorization: `bearer  ${body.token}`, origin: 'https://anywhere.example' }
    expect((await call('/api/tokens', { name: 'second', scopes: ['admin'] }, headers)).status).toBe(201)
    expect((await call('/api/tokens', undefined, headers)).body.items).toHaveLength(2)
  })

  it('that are wrong are not made up for by a cookie', async () => {
    const { call, setUp } = await serve()
    const cookie = cookieOf((await setUp()).cookie)
    expect((await call('/api/tokens', undefined, { cookie, authorization: 'Bearer pb_wrong' })).status).toBe(401)
    expect((await call('/api/tokens', undefined, { cookie, authorization: 'Basic eA==' })).status).toBe(401)
  })

  it('with a lesser scope cannot make a stronger one', async () => {
    const { call, setUp } = await serve()
    const cookie = cookieOf((await setUp()).cookie)
    const { body } = await call('/api/tokens', { name: 'ci', scopes: ['chat', 'tools', 'audit'] }, { cookie })
    expect((await call('/api/tokens', { name: 'x', scopes: ['admin'] }, { authorization: `Bearer ${body.token}` })).status).toBe(403)
  })

  it('nor identity can be claimed by a header', async () => {
    const { call, setUp } = await serve()
    await setUp()
    for (const name of ['x-user', 'x-forwarded-user', 'x-user-id', 'x-api-key', 'remote-user']) {
      expect((await call('/api/tokens', undefined, { [name]: person.email })).status).toBe(401)
    }
  })
})

it('answers an unknown API path in the shape of every error', async () => {
  const { call } = await serve()
  expect(await call('/api/nothing/here')).toMatchObject({
    status: 404, body: { error: { code: 'not-found', requestId: expect.any(String) } },
  })
})
