import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AuditKind } from '#shared/audit'
import { startRunSchema } from '#shared/run'
import type { Actor } from '#server/ports/actor'
import { createSecret, hashSecret } from '#server/access/secret'
import auditExport from '#server/api/audit/export.get'
import runEvents from '#server/api/runs/[id]/events.get'
import callTool from '#server/api/tools/[name]/calls.post'
import findActor from '#server/middleware/actor'
import type { Provider } from '#server/providers/provider'
import { buildDraft } from '../../support/build-rows'
import { callTools, createFakeProvider, say } from '../../support/fake-provider'
import { createInProcessApp, PERSON } from '../../support/in-process-app'
import { serveRoutes } from '../../support/serve-routes'

const ADMIN: Actor = { ...PERSON, email: 'ada@example.com', role: 'admin', scopes: null, via: 'session' }
const BOB = { id: '00000000-0000-7000-8000-0000000000b0', email: 'bob@example.org', name: 'Bob', role: 'user' } as const
const FIVE_SECONDS = 5000

// Each test starts the whole server.
vi.setConfig({ testTimeout: 20_000 })

/** A model that answers when it is let go on, and first asks for the time when it was told to. */
function createPatientModel({ asksForTime = false } = {}) {
  const begun = Promise.withResolvers<undefined>()
  const goOn = Promise.withResolvers<undefined>()
  const provider = createFakeProvider([
    async function* (_request, signal) {
      begun.resolve(undefined)
      await Promise.race([goOn.promise, new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))])
      yield* asksForTime ? callTools([['get_current_time', {}]]) : say('Done.')
    },
    say('Done.'),
  ])
  const adapter: Provider = {
    ...provider, setup: { kind: 'fake', kindLabel: 'Fake', origin: 'built-in', name: 'Fake' },
    knownModels: [{ id: 'slow', name: 'Slow', capabilities: { tools: true, images: false, reasoning: false } }],
  }
  return { adapter, hasBegun: begun.promise, goOn: () => goOn.resolve(undefined) }
}

/** Bob, signed in, with a run that is at work until the model is let go on. */
async function createAppWithRun(options = {}) {
  const model = createPatientModel(options)
  const app = await createInProcessApp({}, { adapters: [model.adapter] })
  onTestFinished(() => app.close())
  const at = new Date().toISOString()
  await app.store.access.createUser({ ...BOB, passwordHash: '', status: 'active', createdAt: at })
  const secret = createSecret()
  await app.store.access.createSession({
    id: 'session', secretHash: hashSecret(secret), userId: BOB.id, createdAt: at, expiresAt: '9999-12-31T00:00:00.000Z',
  })
  const actor = (await app.access.authenticate({ kind: 'session', secret }))!
  const { id: conversationId } = await app.conversations.create(actor, {})
  const run = await app.runs.start(actor, { ...startRunSchema.parse({ input: 'Hello', model: 'fake/slow' }), conversationId })
  await model.hasBegun
  const readState = async () => (await app.store.runs.read(run.id))?.state
  const listAudit = async (kind: AuditKind) => {
    const { items } = await app.audit.list({ kind }, { limit: 10 }, ADMIN)
    return Promise.all(items.map(({ seq }) => app.audit.find(seq, ADMIN)))
  }
  return { app, model, actor, secret, bobId: BOB.id, runId: run.id, conversationId, readState, listAudit }
}

type AppWithRun = Awaited<ReturnType<typeof createAppWithRun>>

describe('a run at work', () => {
  it('is cancelled when its user is suspended, and the audit says why [F012-A32]', async () => {
    const { app, bobId, runId, readState, listAudit } = await createAppWithRun()
    await app.access.updateUser(ADMIN, bobId, { status: 'suspended' })
    await expect.poll(readState).toBe('cancelled')
    expect(await listAudit('run.ended')).toMatchObject([
      { runId, userId: bobId, error: 'cancelled', input: { reason: 'account-inactive' } },
    ])
    expect(await listAudit('user.updated')).toMatchObject([
      { userId: ADMIN.userId, input: { id: bobId, status: 'suspended', cancelledRuns: [runId] } },
    ])
  })

  it('is ended before its user is deleted, and its records stay [F012-A22]', async () => {
    const { app, actor, bobId, runId, conversationId, readState, listAudit } = await createAppWithRun()
    await app.access.deleteUser(ADMIN, bobId)
    expect([await readState(), await app.store.conversations.find(conversationId, bobId)]).toEqual([undefined, undefined])
    expect(await listAudit('run.started')).toMatchObject([{ runId, userId: bobId }])
    expect(await listAudit('run.ended')).toMatchObject([
      { runId, userId: bobId, userName: actor.userName, error: 'cancelled', input: { reason: 'account-inactive' } },
    ])
    expect(await listAudit('user.deleted')).toMatchObject([{ input: { id: bobId, email: BOB.email } }])
    expect(await app.audit.verify()).toMatchObject({ ok: true })
  })

  it.each<[string, (started: AppWithRun) => Promise<unknown>]>([
    ['they log out', ({ app, actor }) => app.access.logout(actor)],
    ['their password is changed', ({ app, bobId }) => app.access.updateUser(ADMIN, bobId, { password: 'another long password' })],
    ['their role is changed', ({ app, bobId }) => app.access.updateUser(ADMIN, bobId, { role: 'reviewer' })],
  ])('goes on to its end when %s [F012-A32]', async (_, change) => {
    const started = await createAppWithRun()
    await change(started)
    started.model.goOn()
    await expect.poll(started.readState).toBe('completed')
  })

  it('calls no further tool once its user is suspended, even if nothing has cancelled it yet [F012-A33]', async () => {
    const { app, model, bobId, runId, readState, listAudit } = await createAppWithRun({ asksForTime: true })
    // As another process would: the run of this one is not told.
    await app.store.access.updateUser(bobId, { status: 'suspended' })
    model.goOn()
    await expect.poll(readState).toBe('completed')
    expect(await listAudit('tool.refused')).toMatchObject([
      { runId, userId: bobId, tool: 'get_current_time', error: 'denied', output: { status: 'denied' } },
    ])
    expect(await listAudit('tool.started')).toEqual([])
  })

  it('is not begun for a request that arrives after the suspension [F012-A32]', async () => {
    const { app, actor, bobId } = await createAppWithRun()
    const { id } = await app.conversations.create(actor, {})
    await app.access.updateUser(ADMIN, bobId, { status: 'suspended' })
    const order = startRunSchema.parse({ input: 'Hello', model: 'fake/slow' })
    await expect(app.runs.start(actor, { ...order, conversationId: id })).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('that is taken up again is cancelled when its user was suspended meanwhile [F012-A32]', async () => {
    const { app, bobId, runId } = await createAppWithRun()
    await app.close()
    const next = await createInProcessApp({}, { folder: app.folder, adapters: [] })
    onTestFinished(() => next.close())
    await next.store.access.updateUser(bobId, { status: 'suspended' })
    await next.runs.resume({ userId: bobId, userName: BOB.name }, runId)
    await expect.poll(async () => (await next.store.runs.read(runId))?.state).toBe('cancelled')
  })
})

it('denies a tool call by hand to somebody who was suspended a moment ago, on record [F012-A33]', async () => {
  const { app, actor, bobId, listAudit } = await createAppWithRun()
  await app.access.updateUser(ADMIN, bobId, { status: 'suspended' })
  const { outcome } = await app.tools.call(actor, { name: 'get_current_time', input: {}, caller: new AbortController().signal })
  expect(outcome.status).toBe('denied')
  expect(await listAudit('tool.refused')).toMatchObject([{ userId: bobId, tool: 'get_current_time', error: 'denied' }])
})

describe('an event stream', () => {
  const open = async ({ app, runId }: AppWithRun, headers: Record<string, string>) => {
    const url = await serveRoutes({ 'GET /api/runs/:id/events': runEvents }, { services: app, middleware: findActor })
    return fetch(`${url}/api/runs/${runId}/events`, { headers })
  }
  const createToken = ({ app, actor }: AppWithRun) => app.access.createToken(actor, { name: 'cli', scopes: ['chat'] })

  it.each<[string, (started: AppWithRun) => Promise<unknown>]>([
    ['its session logs out', ({ app, actor }) => app.access.logout(actor)],
    [
      'the password of its reader is changed',
      ({ app, bobId }) => app.access.updateUser(ADMIN, bobId, { password: 'another long password' }),
    ],
    ['the role of its reader is changed', ({ app, bobId }) => app.access.updateUser(ADMIN, bobId, { role: 'reviewer' })],
    ['its reader is suspended', ({ app, bobId }) => app.access.updateUser(ADMIN, bobId, { status: 'suspended' })],
    ['its reader is deleted', ({ app, bobId }) => app.access.deleteUser(ADMIN, bobId)],
  ])('of a session ends within five seconds when %s [F012-A34]', async (_, revoke) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const started = await createAppWithRun()
    const response = await open(started, { cookie: `patchbay_session=${started.secret}` })
    await revoke(started)
    await vi.advanceTimersByTimeAsync(FIVE_SECONDS)
    expect(await response.text()).toContain('"type":"run-start"')
  })

  it('ends within five seconds when its token becomes that of another person [F012-A34]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const started = await createAppWithRun()
    const { token, id } = await createToken(started)
    const response = await open(started, { authorization: `Bearer ${token}` })
    await started.app.store.access.saveToken({
      id, secretHash: hashSecret(token), userId: PERSON.userId, name: 'cli', scopes: ['chat'], createdAt: new Date().toISOString(),
      lastUsedAt: null,
    })
    await vi.advanceTimersByTimeAsync(FIVE_SECONDS)
    expect(await response.text()).not.toContain('"type":"run-end"')
  })

  it('of an API token ends within five seconds when the token is revoked, and no other one [F012-A34]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const started = await createAppWithRun()
    const [revoked, kept] = [await createToken(started), await createToken(started)]
    const [ending, going] = await Promise.all([revoked, kept].map(({ token }) => open(started, { authorization: `Bearer ${token}` })))
    await started.app.access.revokeToken(started.actor, revoked.id)
    await vi.advanceTimersByTimeAsync(FIVE_SECONDS)
    expect(await ending!.text()).not.toContain('"type":"run-end"')
    started.model.goOn()
    expect(await going!.text()).toContain('"type":"run-end"')
    expect(going!.headers.get('cache-control')).toBe('no-store, no-transform')
  })
})

const REVOCATIONS: readonly [string, (started: AppWithRun) => Promise<unknown>][] = [
  ['signs out', ({ app, actor }) => app.access.logout(actor)],
  ['gets another role', ({ app, bobId }) => app.access.updateUser(ADMIN, bobId, { role: 'reviewer' })],
  ['is suspended', ({ app, bobId }) => app.access.updateUser(ADMIN, bobId, { status: 'suspended' })],
  ['is deleted', ({ app, bobId }) => app.access.deleteUser(ADMIN, bobId)],
]

describe('an audit export', () => {
  it.each(REVOCATIONS)('is cut within five seconds when its reader %s [F012-A62]', async (_, revoke) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const started = await createAppWithRun()
    // More than the sockets of both sides hold, so that the export is under way until it is read.
    const output = { body: JSON.stringify('x'.repeat(900_000)), salt: '00', commit: '' }
    await started.app.store.audit.append(Array.from({ length: 30 }, () => buildDraft({ userId: started.bobId, output })))
    const url = await serveRoutes({ 'GET /api/audit/export': auditExport }, { services: started.app, middleware: findActor })
    const response = await fetch(`${url}/api/audit/export`, { headers: { cookie: `patchbay_session=${started.secret}` } })
    expect(response.status).toBe(200)
    await revoke(started)
    await vi.advanceTimersByTimeAsync(FIVE_SECONDS)
    expect(await response.text().then(() => 'complete', () => 'cut')).toBe('cut')
  })
})

describe('a tool call by hand', () => {
  const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'

  it.each(REVOCATIONS)('is cancelled within five seconds when its caller %s, and that is audited [F012-A62]', async (_, revoke) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const started = await createAppWithRun()
    const url = await serveRoutes({ 'POST /api/tools/:name/calls': callTool }, { services: started.app, middleware: findActor })
    const answer = fetch(`${url}/api/tools/query_database/calls`, {
      method: 'POST',
      headers: {
        'cookie': `patchbay_session=${started.secret}`, 'content-type': 'application/json', 'origin': url, 'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ arguments: { database: 'shop', sql: ENDLESS } }),
    })
    await vi.waitUntil(async () => (await started.listAudit('tool.started')).length === 1, { timeout: 10_000, interval: 20 })
    await revoke(started)
    await vi.advanceTimersByTimeAsync(FIVE_SECONDS)
    expect(await (await answer).json()).toMatchObject({ outcome: { status: 'cancelled' } })
    expect(await started.listAudit('tool.finished')).toMatchObject([
      { userId: started.bobId, tool: 'query_database', success: false, error: 'cancelled' },
    ])
  })
})
