import { chmod, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionInfo } from '#shared/account'
import { AppServer } from '../support/app-server'

const PERSON = { email: 'Grace@Example.com', name: 'Grace', password: 'a long enough password' }

let app: AppServer
beforeAll(async () => {
  app = await AppServer.start({ hasAdmin: false })
})
afterAll(() => app.dispose())

function setupTokenOf(server: AppServer): string {
  return new URL(server.startLink).searchParams.get('token') ?? ''
}

/** As a browser on a page of the server sends it. */
async function post(path: string, body?: unknown, cookie = ''): Promise<Response> {
  return fetch(app.url + path, {
    method: 'POST', headers: {
      'origin': app.url, 'content-type': 'application/json', ...(cookie && { cookie }),
    }, body: JSON.stringify(body),
  })
}

async function readSession(cookie: string): Promise<SessionInfo> {
  return (await fetch(`${app.url}/api/auth/session`, { headers: { cookie } })).json()
}

function cookieOf(response: Response): string {
  const [cookie] = response.headers.getSetCookie()
  return cookie?.split(';')[0] ?? ''
}

describe('the first start without an admin', () => {
  it('prints one link, and keeps its secrets key to its own user [F012-A13]', async () => {
    expect(app.startLink).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup\?token=[\w-]{43}$/)
    expect(app.log.split('/setup?token=')).toHaveLength(2)
    expect((await stat(join(app.dataDirectory, 'secrets.key'))).mode & 0o777).toBe(0o600)
    expect(await readSession('')).toEqual({ user: null, needsSetup: true })
  })

  it('keeps the database from other accounts, and warns once of a folder that is open to them [F012-A29]', async () => {
    const files = ['patchbay.sqlite', 'patchbay.sqlite-wal', 'patchbay.sqlite-shm'].map(name => join(app.dataDirectory, name))
    expect(app.log).not.toContain('chmod')
    await app.end()
    await chmod(app.dataDirectory, 0o755)
    await writeFile(files[1]!, '', { mode: 0o644 })
    app = await AppServer.start({ hasAdmin: false, dataDirectory: app.dataDirectory })
    expect(app.log.split(`chmod 700 '${app.dataDirectory}'`)).toHaveLength(2)
    expect(
      (await Promise.all([app.dataDirectory, ...files].map(path => stat(path)))).map(({ mode }) => mode & 0o777),
    ).toEqual([0o755, 0o600, 0o600, 0o600])
    await chmod(app.dataDirectory, 0o700)
  })

  it('refuses a guessed token, and stays open for the right one [F012-A13]', async () => {
    const response = await post('/api/setup', { ...PERSON, token: 'A'.repeat(43) })
    expect([response.status, (await response.json()).error.code]).toEqual([403, 'forbidden'])
    expect((await readSession('')).needsSetup).toBe(true)
  })

  it('makes exactly one admin of twenty that come at once [F012-A13]', async () => {
    const token = setupTokenOf(app)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post('/api/setup', { ...PERSON, email: `person${index}@example.com`, token })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    const winner = answers.find(({ status }) => status === 201)!
    const { user } = await readSession(cookieOf(winner))
    expect(user).toMatchObject({ role: 'admin', name: PERSON.name })
    expect(answers.flatMap(answer => answer.headers.getSetCookie())).toHaveLength(1)
    await signInAndOut(user!.email)
  })

  it('prints the plain address from then on, and keeps the admin [F012-A13]', async () => {
    const token = setupTokenOf(app)
    await app.end()
    app = await AppServer.start({ hasAdmin: false, dataDirectory: app.dataDirectory })
    expect(app.startLink).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/?$/)
    expect((await post('/api/setup', { ...PERSON, token })).status).toBe(409)
  })
})

/** Over plain http on this machine, with nothing but the cookie. */
async function signInAndOut(email: string): Promise<void> {
  expect((await post('/api/auth/login', { email, password: 'not the password' })).status).toBe(401)
  const login = await post('/api/auth/login', { email: email.toUpperCase(), password: PERSON.password })
  expect([login.status, login.headers.getSetCookie()]).toEqual([200, [
    expect.stringMatching(/^patchbay_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^patchbay_device_[0-9a-f]{16}=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]])
  const cookie = cookieOf(login)
  expect((await readSession(cookie)).user).toMatchObject({ email })
  expect((await post('/api/conversations', {}, cookie)).status).toBe(201)
  expect((await post('/api/auth/logout', undefined, cookie)).status).toBe(204)
  expect((await readSession(cookie)).user).toBeNull()
  const refused = await post('/api/conversations', {}, cookie)
  expect([refused.status, (await refused.json()).error.code]).toEqual([401, 'unauthenticated'])
}
