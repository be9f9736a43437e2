import { consola } from 'consola'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { ApiError } from '#shared/api-error'
import { AppError } from '#server/errors'
import { readConfig } from '#server/config'
import { defineApiRoute } from '#server/utils/define-api-route'
import { createActor } from '../../../support/actors'
import { serveRoutes } from '../../../support/serve-routes'

const services = { config: readConfig({}, { appDirectory: '/', adapters: [] }) }
const echo = defineApiRoute({
  role: 'user',
  body: z.strictObject({ name: z.string(), nested: z.unknown().optional() }),
  handler: ({ body, actor }) => ({ body, by: actor.userName }),
})
const routes = { 'POST /echo': echo }
const token = createActor({ via: 'token', scopes: ['chat'], role: 'user' })

async function post(url: string, body: BodyInit, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  const answer = await response.json() as { error: ApiError, body?: unknown } // read field by field below
  return { status: response.status, headers: response.headers, ...answer }
}

function throwing(error: Error) {
  return defineApiRoute({
    role: 'public',
    handler: () => {
      throw error
    },
  })
}

/** What is logged until the test ends, instead of printing it. */
function captureLog(): string[] {
  const logged: string[] = []
  const { reporters } = consola.options
  consola.setReporters([{ log: entry => void logged.push(entry.args.map(String).join(' ')) }])
  onTestFinished(() => {
    consola.setReporters(reporters)
  })
  return logged
}

describe('input', () => {
  it('gives the handler the parsed body and the caller', async () => {
    const url = await serveRoutes(routes, { services, actor: token })
    expect(await post(`${url}/echo`, '{"name":"x"}')).toMatchObject({ status: 200, body: { name: 'x' }, by: 'Ada' })
  })

  it.each([
    ['{"name": }', /position 9/],
    ['{"name":"x"', /position 11/],
    ['nonsense', /position \d/],
    ['', /body/],
  ])('answers 400 with the position for the malformed body %j [F012-A6]', async (body, message) => {
    const url = await serveRoutes(routes, { services, actor: token })
    const answer = await post(`${url}/echo`, body)
    expect(answer.status).toBe(400)
    expect(answer.error.code).toBe('invalid-request')
    expect(answer.error.message).toMatch(message)
  })

  it.each(['limt', '__proto__', '%5F_proto__', 'constructor'])('names the unknown query parameter %s [F012-A64]', async (name) => {
    const url = await serveRoutes(routes, { services, actor: token })
    const { status, error } = await post(`${url}/echo?${name}=1`, '{"name":"x"}')
    expect(status).toBe(400)
    expect(error.details).toMatchObject([{ field: decodeURIComponent(name) }])
  })

  it('names every wrong and every unknown field', async () => {
    const url = await serveRoutes(routes, { services, actor: token })
    const { status, error } = await post(`${url}/echo`, '{"name":1,"role":"admin"}')
    expect(status).toBe(400)
    expect(error.message).toContain('"name"')
    expect(error.details).toMatchObject([{ field: 'name' }, { field: 'role' }])
  })

  it.each([
    '{"__proto__":{"polluted":true}}', '[[{"deep":{"__proto__":null}}]]',
  ])('refuses the key __proto__ at any depth: %s', async (nested) => {
    const url = await serveRoutes(routes, { services, actor: token })
    const { status, error } = await post(`${url}/echo`, `{"name":"x","nested":${nested}}`)
    expect([status, error.message]).toEqual([400, 'The key "__proto__" is not allowed in a body.'])
    expect({}).not.toHaveProperty('polluted')
  })

  it('takes the other names of prototypes as the ordinary keys that they are, without polluting anything [F012-A30]', async () => {
    const nested = { constructor: { prototype: { polluted: true } }, prototype: 'body', toString: 'left' }
    const url = await serveRoutes(routes, { services, actor: token })
    expect(await post(`${url}/echo`, JSON.stringify({ name: 'x', nested }))).toMatchObject({ status: 200, body: { nested } })
    expect({}).not.toHaveProperty('polluted')
  })

  it('takes a body of 64 levels and 20,000 values, and no more', async () => {
    const url = await serveRoutes(routes, { services, actor: token })
    const deepest = `{"name":"x","nested":${'['.repeat(63)}${']'.repeat(63)}}`
    expect((await post(`${url}/echo`, deepest)).status).toBe(200)
    expect((await post(`${url}/echo`, deepest.replace('[]', '[[]]'))).status).toBe(400)
    const withValues = (count: number) => `{"name":"x","nested":[${'1,'.repeat(count)}1]}`
    expect((await post(`${url}/echo`, withValues(19_990))).status).toBe(200)
    expect((await post(`${url}/echo`, withValues(20_000))).status).toBe(400)
  })

  it('refuses a body that is nested too deeply', async () => {
    const url = await serveRoutes(routes, { services, actor: token })
    const { status, error } = await post(`${url}/echo`, `{"name":"x","nested":${'['.repeat(5000)}${']'.repeat(5000)}}`)
    expect([status, error.message]).toEqual([400, expect.stringContaining('64 levels')])
  })

  it('refuses a body that is not declared as JSON', async () => {
    const url = await serveRoutes(routes, { services, actor: token })
    const { status, error } = await post(`${url}/echo`, '{"name":"x"}', { 'content-type': 'text/plain' })
    expect([status, error.code]).toEqual([400, 'invalid-request'])
  })

  it.each([
    ['declared as a form', '{"name":"x"}', { 'content-type': 'application/x-www-form-urlencoded' }, /Content-Type: application\/json/],
    ['compressed', '{"name":"x"}', { 'content-encoding': 'gzip' }, /uncompressed/],
    ['no UTF-8', Buffer.from([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]), {}, /UTF-8/],
  ])('refuses a body that is %s', async (_, body, headers, message) => {
    const url = await serveRoutes(routes, { services, actor: token })
    const { status, error } = await post(`${url}/echo`, body, headers)
    expect([status, error.message]).toEqual([400, expect.stringMatching(message)])
  })

  it('answers 413 to a 50 MB body of announced length [F012-A6]', async () => {
    const url = await serveRoutes(routes, { services, actor: token })
    expect(await post(`${url}/echo`, Buffer.alloc(50 * 1024 * 1024, 'x'))).toMatchObject({
      status: 413, error: { code: 'payload-too-large' },
    })
  })

  it('answers 413 to a streamed body once it passes the limit', async () => {
    const url = await serveRoutes(routes, { services, actor: token })
    const chunk = new Uint8Array(256 * 1024).fill(32)
    let left = 20
    const body = new ReadableStream({
      pull: controller => left-- > 0 ? controller.enqueue(chunk) : controller.close(),
    })
    const response = await fetch(
      `${url}/echo`, { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } } as RequestInit,
    )
    expect(response.status).toBe(413)
  })
})

describe('callers', () => {
  it('answers 401 without a caller [F012-A5]', async () => {
    const url = await serveRoutes(routes, { services, actor: null })
    expect(await post(`${url}/echo`, '{"name":"x"}')).toMatchObject({ status: 401, error: { code: 'unauthenticated' } })
  })

  it('answers 401 when nothing ever asked who is calling', async () => {
    const url = await serveRoutes(routes, { services })
    expect((await post(`${url}/echo`, '{"name":"x"}')).status).toBe(401)
  })

  it('answers 403 to a role below the route\'s, and lets a higher one in [F012-A5]', async () => {
    const route = { 'GET /audit': defineApiRoute({ role: 'reviewer', handler: () => ({}) }) }
    const statusOf = async (role: 'user' | 'reviewer' | 'admin') =>
      (await fetch(`${await serveRoutes(route, { services, actor: createActor({ role }) })}/audit`)).status
    expect([await statusOf('user'), await statusOf('reviewer'), await statusOf('admin')]).toEqual([403, 200, 200])
  })

  it('answers 403 to a token without the scope [F012-A5]', async () => {
    const route = { 'GET /tools': defineApiRoute({ role: 'user', scope: 'tools', handler: () => ({}) }) }
    const url = await serveRoutes(route, { services, actor: token })
    const response = await fetch(`${url}/tools`)
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('\\"tools\\"')])
  })

  it('asks a token for the scope of the role where the route names none', async () => {
    const route = { 'GET /admin': defineApiRoute({ role: 'admin', handler: () => ({}) }) }
    const url = await serveRoutes(route, { services, actor: createActor({ via: 'token', scopes: ['chat', 'tools', 'audit'] }) })
    expect((await fetch(`${url}/admin`)).status).toBe(403)
  })
})

describe('cross-site requests', () => {
  it.each([
    [{}, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
  ])('with a cookie, %j gets %i [F012-A7]', async (headers, status) => {
    const url = await serveRoutes(routes, { services, actor: createActor() })
    expect((await post(`${url}/echo`, '{"name":"x"}', headers)).status).toBe(status)
  })

  it('lets a cookie in from its own origin', async () => {
    const url = await serveRoutes(routes, { services, actor: createActor() })
    expect((await post(`${url}/echo`, '{"name":"x"}', { origin: url })).status).toBe(200)
  })

  it('refuses a log-in that another site sends, and lets a program log in', async () => {
    const route = { 'POST /login': defineApiRoute({ role: 'public', handler: () => ({}) }) }
    const url = await serveRoutes(route, { services, actor: null })
    expect((await post(`${url}/login`, '{}', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(`${url}/login`, '{}')).status).toBe(200)
  })
})

describe('answers', () => {
  it('hides an unexpected error and logs it once under the request id', async () => {
    const logged = captureLog()
    const url = await serveRoutes({ 'GET /fails': throwing(new Error('secret canary')) }, { services })
    const response = await fetch(`${url}/fails`)
    const text = await response.text()
    const requestId = response.headers.get('x-request-id')
    expect([response.status, JSON.parse(text)]).toMatchObject([500, { error: { code: 'internal', requestId } }])
    expect(text).not.toContain('canary')
    expect(logged).toEqual([expect.stringContaining(`${requestId}`)])
  })

  it('tells when to come back', async () => {
    const limited = new AppError('rate-limited', 'Later.', { retryAfterMs: 1500 })
    const url = await serveRoutes({ 'GET /limited': throwing(limited) }, { services })
    const response = await fetch(`${url}/limited`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2'])
  })

  it('answers 204 when there is nothing to say, and the declared status otherwise', async () => {
    const url = await serveRoutes({
      'DELETE /thing': defineApiRoute({ role: 'public', status: 201, handler: async () => undefined }),
      'GET /thing': defineApiRoute({ role: 'public', status: 201, handler: () => ({}) }),
    }, { services })
    expect([(await fetch(`${url}/thing`, { method: 'DELETE' })).status, (await fetch(`${url}/thing`)).status]).toEqual([204, 201])
  })
})
