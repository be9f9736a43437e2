import type { EventHandler } from 'h3'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Role, Scope } from '#shared/account'
import type { FieldIssue } from '#shared/api-error'
import { createSecret, hashSecret } from '#server/access/secret'
import findActor from '#server/middleware/actor'
import { createInProcessApp } from '../../support/in-process-app'
import { serveRoutes } from '../../support/serve-routes'

// One test asks every route of the API.
vi.setConfig({ testTimeout: 60_000 })

const ID = '00000000-0000-7000-8000-00000000dead'
const ROLES: readonly Role[] = ['user', 'reviewer', 'admin']
const SCOPES: readonly Scope[] = ['chat', 'tools', 'audit', 'admin']

/** Who may call what, written down a second time: a route that changes its level, or a new one, is a decision. */
const LEVELS: Readonly<Record<string, readonly string[]>> = {
  'public': [
    'GET /api', 'GET /api/health', 'GET /api/ready', 'POST /api/setup', 'POST /api/auth/login', 'POST /api/auth/logout',
    'GET /api/auth/session',
  ],
  'user chat': [
    'GET /api/models', 'GET /api/conversations', 'POST /api/conversations', 'GET /api/conversations/:id', 'PATCH /api/conversations/:id',
    'DELETE /api/conversations/:id', 'GET /api/conversations/:id/export', 'POST /api/conversations/:id/runs', 'GET /api/runs/:id',
    'POST /api/runs/:id/approvals', 'POST /api/runs/:id/cancel', 'POST /api/runs/:id/resume', 'GET /api/runs/:id/events',
    'GET /api/runs/:id/steps/:n/wire',
  ],
  'user tools': ['GET /api/tools', 'POST /api/tools/:name/calls', 'GET /api/tools/:name/wire'],
  'user audit': ['GET /api/audit', 'GET /api/audit/:seq', 'GET /api/audit/export'],
  'user admin': ['GET /api/tokens', 'POST /api/tokens', 'DELETE /api/tokens/:id'],
  'reviewer audit': ['GET /api/audit/verify'],
  'admin admin': [
    'GET /api/users', 'POST /api/users', 'PATCH /api/users/:id', 'DELETE /api/users/:id', 'PATCH /api/tools/:name',
    'GET /api/provider-kinds',
    'GET /api/providers', 'POST /api/providers', 'PATCH /api/providers/:id', 'DELETE /api/providers/:id', 'POST /api/providers/:id/check',
    'GET /api/model-overrides', 'PUT /api/model-overrides', 'DELETE /api/model-overrides',
  ],
}

const FILES = import.meta.glob<EventHandler>('../../../server/api/**/*.ts', { eager: true, import: 'default' })
const ROUTES = Object.fromEntries(Object.entries(FILES).filter(([file]) => !file.includes('[...')).map(([file, handler]) => {
  const [, path = '', method = 'get'] = /server(\/api.*?)(?:\/index)?(?:\.(\w+))?\.ts$/.exec(file) ?? []
  return [`${method.toUpperCase()} ${path.replace(/\[(\w+)\]/g, ':$1')}`, handler]
}))

type Outcome = 'admitted' | 'unauthenticated' | 'forbidden'

function expectedOf(level: string, role: Role | null, scopes: readonly Scope[] | null): Outcome {
  const [needed = '', scope = ''] = level.split(' ')
  if (needed === 'public') return 'admitted'
  if (!role) return 'unauthenticated'
  const isAllowed = ROLES.indexOf(role) >= ROLES.findIndex(name => name === needed) && (!scopes || scopes.some(name => name === scope))
  return isAllowed ? 'admitted' : 'forbidden'
}

/** What each route says to a caller, with a body that none of them carries out. */
async function askAll(readHeaders: () => Promise<Record<string, string>>, url: string): Promise<Record<string, Outcome>> {
  const answers: Record<string, Outcome> = {}
  for (const route of Object.keys(ROUTES)) {
    const [method = ''] = route.split(' ')
    const headers = { 'origin': url, 'content-type': 'application/json', ...await readHeaders() }
    const response = await fetch(addressOf(route, url), { method, headers, ...(method !== 'GET' && { body: '{}' }) })
    await response.text()
    expect([route, response.headers.get('cache-control'), response.headers.has('x-request-id')]).toEqual([route, 'no-store', true])
    answers[route] = response.status === 401 ? 'unauthenticated' : response.status === 403 ? 'forbidden' : 'admitted'
  }
  return answers
}

function addressOf(route: string, url: string): string {
  const [, path = ''] = route.split(' ')
  return url + path.replace(':id', ID).replace(':n', '1').replace(':name', 'no_such_tool').replace(':seq', '999999')
}

function expectations(role: Role | null, scopes: readonly Scope[] | null = null): Record<string, Outcome> {
  return Object.fromEntries(Object.entries(LEVELS)
    .flatMap(([level, routes]) => routes.map(route => [route, expectedOf(level, role, scopes)])))
}

async function serveApi() {
  const app = await createInProcessApp()
  onTestFinished(() => app.close())
  const url = await serveRoutes(ROUTES, { services: app, middleware: findActor })
  const at = new Date().toISOString()
  const addPerson = async (role: Role) => {
    const id = crypto.randomUUID()
    await app.store.access.createUser({
      id, email: `${id}@example.org`, name: role, passwordHash: '', role, status: 'active', createdAt: at,
    })
    return id
  }
  /** Each request has a session of its own: one of the routes ends it. */
  const session = (userId: string) => async () => {
    const secret = createSecret()
    await app.store.access.createSession({
      id: crypto.randomUUID(), secretHash: hashSecret(secret), userId, createdAt: at, expiresAt: '9999-12-31T00:00:00.000Z',
    })
    return { cookie: `patchbay_session=${secret}` }
  }
  const token = async (userId: string, scopes: readonly Scope[]) => {
    const secret = `pb_${createSecret()}`
    await app.store.access.createToken({
      id: crypto.randomUUID(), secretHash: hashSecret(secret), userId, name: 'cli', scopes, createdAt: at, lastUsedAt: null,
    })
    return async () => ({ authorization: `Bearer ${secret}` })
  }
  return { app, url, addPerson, session, token }
}

describe('every route of the API, with no answer kept by a cache', () => {
  beforeAll(() => expect(Object.keys(ROUTES).sort()).toEqual(Object.values(LEVELS).flat().sort()))

  it('answers 401 to nobody, unless it is public [F012-A37]', async () => {
    const { url } = await serveApi()
    expect(await askAll(async () => ({}), url)).toEqual(expectations(null))
  })

  it('answers 400 to a query parameter that it does not know, and names it [F012-A64]', async () => {
    const { url, addPerson, session } = await serveApi()
    const readHeaders = session(await addPerson('admin'))
    for (const route of Object.keys(ROUTES)) {
      const headers = { 'origin': url, 'content-type': 'application/json', ...await readHeaders() }
      const response = await fetch(
        `${addressOf(route, url)}?limitt=5`, { method: route.split(' ')[0], headers, ...(!route.startsWith('GET') && { body: '{}' }) },
      )
      const { error } = await response.json()
      expect([route, response.status, error.details?.map(({ field }: FieldIssue) => field)]).toEqual([
        route, 400, expect.arrayContaining(['limitt']),
      ])
    }
  })

  it.each(ROLES)('serves the session of one with the role %s up to that role [F012-A37]', async (role) => {
    const { url, addPerson, session } = await serveApi()
    expect(await askAll(session(await addPerson(role)), url)).toEqual(expectations(role))
  })

  it.each(ROLES.flatMap(role => SCOPES.map(scope =>
    [role, scope] as const)))('serves the token of one with the role %s within its scope %s [F012-A37]', async (role, scope) => {
    const { url, addPerson, token } = await serveApi()
    expect(await askAll(await token(await addPerson(role), [scope]), url)).toEqual(expectations(role, [scope]))
  })

  it.each([
    'suspended', 'deleted',
  ] as const)('answers 401 to session and token of an admin who was %s, also when their rows are still there [F012-A37]', async (fate) => {
    const { app, url, addPerson, session, token } = await serveApi()
    const id = await addPerson('admin')
    const byToken = await token(id, SCOPES)
    const early = await session(id)()
    if (fate === 'deleted') await app.store.access.deleteUser(id)
    else await app.store.access.updateUser(id, { status: 'suspended' })
    // A session that began in the moment of the suspension is a row that nobody removed.
    const bySession = fate === 'deleted' ? async () => early : session(id)
    expect(await askAll(bySession, url)).toEqual(expectations(null))
    expect(await askAll(byToken, url)).toEqual(expectations(null))
  })
})
