import type { EventHandler } from 'h3'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Role } from '#shared/account'
import { createActor } from '../support/actors'
import { createInProcessApp, PERSON, runToRest } from '../support/in-process-app'
import { serveRoutes } from '../support/serve-routes'

const MODEL = 'demo/patchbay-demo'
const WRITE = 'Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md'
const NOBODYS_ID = '00000000-0000-7000-8000-00000000dead'
const FILES = import.meta.glob<EventHandler>('../../server/api/**/*.*.ts', { eager: true, import: 'default' })

/** Every route of the API under the name that `serveRoutes` wants, with `[id]` as `:id`. */
const ROUTES = Object.fromEntries(Object.entries(FILES).filter(([file]) => !file.includes('[...')).map(([file, handler]) => {
  const [, path = '', method = ''] = /server(\/api\/.+?)(?:\/index)?\.(\w+)\.ts$/.exec(file) ?? []
  return [`${method.toUpperCase()} ${path.replace(/\[(\w+)\]/g, ':$1')}`, handler]
}))
const OWNED = Object.keys(ROUTES).filter(route => /\/(conversations|runs)\/:id/.test(route))

/** What would be accepted from the owner. */
const BODIES: Readonly<Record<string, object>> = {
  'PATCH /api/conversations/:id': { title: 'Mine now' },
  'POST /api/conversations/:id/runs': { input: 'Hello', model: MODEL },
  'POST /api/runs/:id/approvals': { callId: 'CALL', decision: 'allow' },
}

/** Ada's conversation, in which a run waits for her answer. */
async function startWaitingRun() {
  const app = await createInProcessApp()
  onTestFinished(() => app.close())
  const { id } = await app.conversations.create(PERSON, {})
  const events = await runToRest(app, id, { input: WRITE, model: MODEL })
  const request = events.find(event => event.type === 'approval-request')
  if (request?.type !== 'approval-request') throw new Error('The run asks nobody.')
  const readState = async () => ({
    conversation: await app.conversations.find(PERSON, id), audit: await app.audit.list({}, { limit: 200 }, { ...PERSON, role: 'admin' }),
  })
  return { app, conversationId: id, runId: request.runId, callId: request.callId, readState }
}

type WaitingRun = Awaited<ReturnType<typeof startWaitingRun>>

async function serveAs(role: Role, { app }: WaitingRun, userId = '00000000-0000-7000-8000-0000000000b0') {
  const url = await serveRoutes(ROUTES, { services: app, actor: createActor({ userId, userName: 'Bob', role, via: 'token' }) })
  return async (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(url + path, {
      method, headers: { 'content-type': 'application/json', ...headers }, body: body && JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
}

describe('what belongs to somebody else', () => {
  it.each([
    'user', 'reviewer', 'admin',
  ] as const)('is not there for another %s, on any route, and stays as it is [F012-A14]', async (role) => {
    const waiting = await startWaitingRun()
    const ask = await serveAs(role, waiting)
    const before = await waiting.readState()
    expect(OWNED.length).toBeGreaterThanOrEqual(9)
    for (const route of OWNED) {
      const [method = '', path = ''] = route.replace(':n', '1').split(' ')
      const body = BODIES[route] && JSON.parse(JSON.stringify(BODIES[route]).replace('CALL', waiting.callId))
      const foreign = await ask(method, path.replace(':id', path.includes('/runs/:id') ? waiting.runId : waiting.conversationId), body)
      const missing = await ask(method, path.replace(':id', NOBODYS_ID), body)
      expect([route, foreign.status, foreign.body.error.code]).toEqual([route, 404, 'not-found'])
      expect(foreign.body.error.message).toBe(missing.body.error.message)
    }
    expect((await ask('GET', '/api/conversations')).body).toEqual({ items: [], nextCursor: null })
    expect(await waiting.readState()).toEqual(before)
  })

  it('cannot be listened to as an event stream [F012-A14]', async () => {
    const waiting = await startWaitingRun()
    const ask = await serveAs('admin', waiting)
    const events = `/api/runs/${waiting.runId}/events`
    for (const accept of ['text/event-stream', 'application/json', '*/*']) {
      expect((await ask('GET', events, undefined, { 'accept': accept, 'last-event-id': '1' })).status).toBe(404)
    }
  })

  it('is on record for reviewers, and not for another user [F012-A14]', async () => {
    const waiting = await startWaitingRun()
    const [asUser, asReviewer] = [await serveAs('user', waiting), await serveAs('reviewer', waiting)]
    const rows = (await asReviewer('GET', `/api/audit?run=${waiting.runId}`)).body.items
    expect(rows.length).toBeGreaterThan(2)
    expect((await asUser('GET', `/api/audit?run=${waiting.runId}`)).body.items).toEqual([])
    expect((await asUser('GET', `/api/audit?user=${PERSON.userId}`)).body.items).toEqual([])
    expect((await asUser('GET', `/api/audit/${rows[0].seq}`)).status).toBe(404)
    expect((await asUser('GET', '/api/audit/export')).body).toBeNull()
  })

  it('still takes the answer of its owner', async () => {
    const waiting = await startWaitingRun()
    const stranger = await serveAs('admin', waiting)
    const owner = await serveAs('user', waiting, PERSON.userId)
    const answer = { callId: waiting.callId, decision: 'deny' }
    expect((await stranger('POST', `/api/runs/${waiting.runId}/approvals`, answer)).status).toBe(404)
    expect((await owner('POST', `/api/runs/${waiting.runId}/approvals`, answer)).status).toBe(200)
    expect((await owner('POST', `/api/runs/${waiting.runId}/approvals`, answer)).status).toBe(409)
  })
})
