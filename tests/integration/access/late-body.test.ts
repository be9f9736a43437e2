import { once } from 'node:events'
import { request as startRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { UserChange } from '#server/ports/access-store'
import { createAccessService } from '#server/access/access-service'
import { readConfig } from '#server/config'
import createUser from '#server/api/users/index.post'
import login from '#server/api/auth/login.post'
import findActor from '#server/middleware/actor'
import { createTestAccess } from '../../support/access-context'
import { serveRoutes } from '../../support/serve-routes'

const PASSWORD = 'correct horse battery'
const ACCOMPLICE = { email: 'mallory@example.org', name: 'Mallory', role: 'admin', password: PASSWORD }

/** Two admins on a served API; Eve's token is what the requests are sent with. */
async function serveTwoAdmins() {
  const context = await createTestAccess()
  const access = createAccessService(context)
  const passwordHash = await context.passwords.make(PASSWORD)
  for (const id of ['ada', 'eve']) {
    await context.store.createUser({
      id, email: `${id}@example.org`, name: id, role: 'admin', status: 'active', createdAt: context.now().toISOString(), passwordHash,
    })
  }
  const { secret } = await access.login({ email: 'eve@example.org', password: PASSWORD }, { address: '127.0.0.1' })
  const eve = (await access.authenticate({ kind: 'session', secret }))!
  const { token } = await access.createToken(eve, { name: 'cli', scopes: ['admin'] })
  let asked = 0
  const services = {
    config: readConfig({}, { appDirectory: '/', adapters: [] }),
    access: { ...access, authenticate: (credential: Parameters<typeof access.authenticate>[0]) => {
      asked += 1
      return access.authenticate(credential)
    } },
  }
  const url = await serveRoutes({ 'POST /api/users': createUser, 'POST /api/auth/login': login }, { services, middleware: findActor })
  return { url, context, token, timesAsked: () => asked }
}

/** Sends the headers, lets `meanwhile` happen once the server has judged them, and then sends the body. */
async function postLate(
  { url, token, timesAsked }: Awaited<ReturnType<typeof serveTwoAdmins>>, body: object, meanwhile: () => Promise<unknown>,
) {
  const text = JSON.stringify(body)
  const request = startRequest(`${url}/api/users`, {
    method: 'POST', headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json', 'content-length': text.length },
  })
  request.flushHeaders()
  await expect.poll(timesAsked).toBe(1)
  await meanwhile()
  request.end(text)
  const [response] = await once(request, 'response')
  response.resume()
  return response.statusCode as number // the answer of node:http
}

describe('a request whose body comes late', () => {
  it('is carried out for a caller who still may [F012-A31]', async () => {
    const served = await serveTwoAdmins()
    expect(await postLate(served, ACCOMPLICE, async () => {})).toBe(201)
  })

  it('is refused when its caller was deleted before the body came [F012-A31]', async () => {
    const served = await serveTwoAdmins()
    expect(await postLate(served, ACCOMPLICE, () => served.context.store.deleteUser('eve'))).toBe(401)
    expect(await served.context.store.findUserByEmail(ACCOMPLICE.email)).toBeUndefined()
  })

  it.each<[UserChange, number]>([
    [{ status: 'suspended' }, 401], [{ role: 'user' }, 403],
  ])('is refused when its caller was changed to %j before the body came: %i [F012-A31]', async (change, status) => {
    const served = await serveTwoAdmins()
    expect(await postLate(served, ACCOMPLICE, () => served.context.store.updateUser('eve', change))).toBe(status)
    expect(await served.context.store.findUserByEmail(ACCOMPLICE.email)).toBeUndefined()
  })
})

describe('a body of somebody unknown', () => {
  it('is refused before it has come [F012-A31]', async () => {
    const { url } = await serveTwoAdmins()
    const request = startRequest(`${url}/api/users`, {
      method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 1_000_000 },
    })
    request.on('error', () => { /* the connection is cut while the body is missing */ })
    request.flushHeaders()
    const [response] = await once(request, 'response')
    request.destroy()
    expect(response.statusCode).toBe(401)
  })

  it('is held to the size of a form where everybody may send one [F012-A31]', async () => {
    const { url } = await serveTwoAdmins()
    const body = JSON.stringify({ email: 'ada@example.org', password: 'x'.repeat(20_000) })
    expect((await fetch(`${url}/api/auth/login`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body,
    })).status).toBe(413)
  })
})
