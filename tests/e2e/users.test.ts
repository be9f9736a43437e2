import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserInput, UserListing } from '#shared/account'
import type { AuditRow } from '#shared/audit'
import type { AuditVerification } from '#shared/audit-verification'
import type { Conversation } from '#shared/conversation'
import type { Page } from '#shared/page'
import type { RunSummary } from '#shared/run'
import { listApiRoutes } from '../support/api-routes'
import { AppServer } from '../support/app-server'
import { readEventStream } from '../support/read-event-stream'

const MODEL = 'demo/patchbay-demo'
const WRITE = 'Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md'
const NOBODY = '00000000-0000-7000-8000-00000000dead'
const BOB = { email: 'bob@example.com', name: 'Bob', role: 'user', password: 'the password of bob' } as const satisfies UserInput
const RITA = { email: 'rita@example.com', name: 'Rita', role: 'reviewer', password: 'the password of rita' } as const satisfies UserInput

let app: AppServer
beforeAll(async () => {
  app = await AppServer.start()
})
afterAll(() => app.dispose())

/** As a browser on a page of the server sends it. */
function sendAs(cookie: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(app.url + path, {
    method,
    headers: { origin: app.url, ...(cookie && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function logIn({ email, password }: Pick<UserInput, 'email' | 'password'>): Promise<{
  readonly status: number
  readonly cookie: string
}> {
  const response = await sendAs('', 'POST', '/api/auth/login', { email, password })
  return { status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

async function readAs<Value>(cookie: string, path: string): Promise<Value> {
  const response = await sendAs(cookie, 'GET', path)
  expect([path, response.status]).toEqual([path, 200])
  return await response.json() as Value // a test that is wrong about it fails on its expectations
}

/** A run of the admin that waits for an answer. */
async function startWaitingRun() {
  const { id } = await app.json<Conversation>('POST', '/api/conversations', {})
  const { run } = await app.json<{ run: RunSummary }>('POST', `/api/conversations/${id}/runs`, { input: WRITE, model: MODEL })
  const stream = await app.request('GET', `/api/runs/${run.id}/events`, undefined, { accept: 'text/event-stream' })
  const events = await readEventStream(stream, event => event.type === 'run-wait')
  const request = events.find(event => event.type === 'approval-request')
  if (request?.type !== 'approval-request') throw new Error('The run asks nobody.')
  return { conversationId: id, runId: run.id, callId: request.callId }
}

describe('people that an admin lets in', () => {
  let bob: UserListing
  let bobCookie: string
  let ritaCookie: string
  it('are listed, and sign in with what they were given [F012-A20]', async () => {
    bob = await app.json<UserListing>('POST', '/api/users', BOB)
    const answer = await app.request('POST', '/api/users', { ...RITA, email: RITA.email.toUpperCase() })
    expect([answer.status, await answer.json()]).toEqual(
      [201, expect.objectContaining({ email: RITA.email, role: 'reviewer', status: 'active' })],
    )
    const listed = await (await app.request('GET', '/api/users')).text()
    expect(
      (JSON.parse(listed) as Page<UserListing>).items.map(({ name, role }) => [name, role]),
    ).toEqual([['Admin', 'admin'], ['Bob', 'user'], ['Rita', 'reviewer']])
    expect(listed).not.toMatch(/password|scrypt/i)
    ;[bobCookie, ritaCookie] = [(await logIn(BOB)).cookie, (await logIn(RITA)).cookie]
    expect(
      (await readAs<{ user: unknown }>(bobCookie, '/api/auth/session')).user,
    ).toEqual({ id: bob.id, email: BOB.email, name: 'Bob', role: 'user' })
  })

  it('find nothing of another person\'s, whatever their role [F012-A24]', async () => {
    const { conversationId, runId, callId } = await startWaitingRun()
    for (const cookie of [bobCookie, ritaCookie]) {
      for (const [method, path, body] of [
        ['GET', `/api/conversations/${conversationId}`],
        ['POST', `/api/conversations/${conversationId}/runs`, { input: 'Hello', model: MODEL }],
        ['GET', `/api/runs/${runId}`],
        ['GET', `/api/runs/${runId}/events`],
        ['POST', `/api/runs/${runId}/approvals`, { callId, decision: 'allow' }],
        ['POST', `/api/runs/${runId}/cancel`],
      ] as const) {
        const response = await sendAs(cookie, method, path, body)
        expect([method, path, response.status, (await response.json()).error.code]).toEqual([method, path, 404, 'not-found'])
      }
    }
    expect(await app.json('GET', `/api/runs/${runId}`)).toMatchObject({ state: 'waiting' })
  })

  it('reach no route of an admin [F012-A24]', async () => {
    const routes = listApiRoutes().filter(({ role }) => role === 'admin')
    expect(routes.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/users', '/api/users/[id]', '/api/providers']))
    for (const cookie of [bobCookie, ritaCookie]) {
      for (const { method, path } of routes) {
        const response = await sendAs(
          cookie, method, path.replace(/\[\w+\]/, NOBODY), method === 'GET' || method === 'DELETE' ? undefined : {},
        )
        expect([method, path, response.status]).toEqual([method, path, 403])
      }
    }
  })

  it('read their own part of the audit, and all of it as a reviewer [F012-A24]', async () => {
    const all = await app.json<Page<AuditRow>>('GET', '/api/audit?limit=200')
    expect(await readAs(ritaCookie, '/api/audit?limit=200')).toEqual(all)
    expect(await readAs<AuditVerification>(ritaCookie, '/api/audit/verify')).toMatchObject({ ok: true })
    const own = await readAs<Page<AuditRow>>(bobCookie, '/api/audit?limit=200')
    expect(own.items).toEqual(all.items.filter(({ userId }) => userId === bob.id))
    expect(own.items.map(({ kind }) => kind)).toContain('auth.login')
    const foreign = all.items.find(({ kind }) => kind === 'user.created')!
    expect((await sendAs(bobCookie, 'GET', `/api/audit/${foreign.seq}`)).status).toBe(404)
    expect((await sendAs(bobCookie, 'GET', '/api/audit/verify')).status).toBe(403)
  })

  it('are shut out at once, and let in again [F012-A23]', async () => {
    await app.json('PATCH', `/api/users/${bob.id}`, { status: 'suspended' })
    expect((await sendAs(bobCookie, 'GET', '/api/conversations')).status).toBe(401)
    expect((await logIn(BOB)).status).toBe(401)
    await app.json('PATCH', `/api/users/${bob.id}`, { status: 'active' })
    expect((await sendAs(bobCookie, 'GET', '/api/conversations')).status).toBe(401)
    expect((await logIn(BOB)).status).toBe(200)
  })

  it('are removed with what they wrote, and the record stays [F012-A22]', async () => {
    const { cookie } = await logIn(BOB)
    expect((await sendAs(cookie, 'POST', '/api/conversations', {})).status).toBe(201)
    expect((await app.request('DELETE', `/api/users/${bob.id}`)).status).toBe(204)
    expect([(await sendAs(cookie, 'GET', '/api/conversations')).status, (await logIn(BOB)).status]).toEqual([401, 401])
    const { items } = await app.json<Page<AuditRow>>('GET', `/api/audit?user=${bob.id}`)
    expect(items.map(({ kind }) => kind)).toContain('auth.login')
    expect(await app.json<AuditVerification>('GET', '/api/audit/verify')).toMatchObject({ ok: true })
  })

  it('do not include the last admin: that one stays [F012-A21]', async () => {
    const [admin] = (await app.json<Page<UserListing>>('GET', '/api/users')).items
    for (const [method, body] of [['PATCH', { role: 'user' }], ['PATCH', { status: 'suspended' }], ['DELETE', undefined]] as const) {
      expect((await app.request(method, `/api/users/${admin!.id}`, body)).status).toBe(409)
    }
    expect(await app.json('GET', '/api/users')).toMatchObject({ items: [{ role: 'admin', status: 'active' }, { name: 'Rita' }] })
  })
})
