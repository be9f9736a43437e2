import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiError, FieldIssue } from '#shared/api-error'
import type { Conversation } from '#shared/conversation'
import { addPerson } from '../support/add-person'
import { listApiRoutes } from '../support/api-routes'
import { ADMIN, AppServer } from '../support/app-server'
import { readServerState, type ServerState } from '../support/server-state'

const RUN = { input: 'What is 2 + 2?', model: 'demo/patchbay-demo' }
const RUNS = '/api/conversations/CONVERSATION/runs'
const NOBODY = '00000000-0000-7000-8000-00000000dead'
const ROUTES = listApiRoutes()

let app: AppServer
let before: ServerState
let conversationId: string
beforeAll(async () => {
  app = await AppServer.start()
  conversationId = (await app.json<Conversation>('POST', '/api/conversations', {})).id
  before = await readServerState(app)
})
afterAll(() => app.dispose())

interface ErrorAnswer { readonly status: number, readonly error: ApiError }

async function read(response: Response): Promise<ErrorAnswer> {
  const text = await response.text()
  expect(text).not.toMatch(/\bat .+:\d+:\d+/)
  return { status: response.status, error: JSON.parse(text).error }
}

/** Sends as the admin's token unless `headers` say otherwise. */
async function send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ErrorAnswer> {
  return read(await app.request(method, path.replace('CONVERSATION', conversationId), body, headers))
}

interface WrongRequest {
  readonly name: string
  readonly method?: string
  readonly path?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly status?: number
  readonly code?: string
  readonly says: RegExp
  readonly field?: string
}

async function expectError(request: WrongRequest): Promise<void> {
  const { method = 'POST', path = RUNS, body, headers, status = 400, code = 'invalid-request', says, field } = request
  const answer = await send(method, path, body, headers)
  expect(answer).toEqual({
    status,
    error: expect.objectContaining({ code, message: expect.stringMatching(says), requestId: expect.stringMatching(/^[\da-f-]{36}$/) }),
  })
  if (field) expect((answer.error.details as FieldIssue[])[0]).toMatchObject({ field }) // details of invalid-request
  expect(await readServerState(app)).toEqual(before)
}

describe('a request that is wrong', () => {
  it.each<WrongRequest>([
    { name: 'malformed JSON', body: '{"input": "Hi",', says: /^The body is not valid JSON: .* at position 15\b/ },
    { name: 'JSON with a stray character', body: '{"input": oops}', says: /not valid JSON: unexpected "o" near position/ },
    { name: 'no body', says: /^The body is not valid\./ },
    {
      name: 'a body that is not declared as JSON', body: JSON.stringify(RUN), headers: { 'content-type': 'text/plain' },
      says: /Content-Type: application\/json/,
    },
    { name: 'a key that is not known', body: { ...RUN, temperature: 1 }, says: /"temperature"/, field: 'temperature' },
    { name: 'a nested key that is not known', body: { ...RUN, limits: { turns: 1 } }, says: /"limits\.turns"/, field: 'limits.turns' },
    { name: 'no input', body: { model: RUN.model }, says: /"input"/, field: 'input' },
    { name: 'an empty message', body: { ...RUN, input: '  ' }, says: /"input": The message is empty\./, field: 'input' },
    { name: 'a limit out of range', body: { ...RUN, limits: { steps: 0 } }, says: /"limits\.steps"/, field: 'limits.steps' },
    {
      name: 'a model without provider', body: { ...RUN, model: 'claude' }, says: /"model": A model is named provider\/model\./,
      field: 'model',
    },
    {
      name: 'a conversation that does not exist', path: `/api/conversations/${NOBODY}/runs`, body: RUN, status: 404, code: 'not-found',
      says: /conversation does not exist/,
    },
    { name: 'a conversation id that is none', path: '/api/conversations/nope/runs', body: RUN, says: /"id": .*UUID/, field: 'id' },
    { name: 'a run id that is none', method: 'GET', path: '/api/runs/nope', says: /"id": .*UUID/, field: 'id' },
    { name: 'a cursor that is none of ours', method: 'GET', path: '/api/conversations?cursor=bm9wZQ', says: /cursor/, field: 'cursor' },
    { name: 'an audit cursor that is none of ours', method: 'GET', path: '/api/audit?cursor=bm9wZQ', says: /cursor/, field: 'cursor' },
    { name: 'a page without size', method: 'GET', path: '/api/conversations?limit=0', says: /"limit"/, field: 'limit' },
    { name: 'an audit filter out of its form', method: 'GET', path: '/api/audit?from=yesterday', says: /"from"/, field: 'from' },
    {
      name: 'tool arguments that are no object', path: '/api/tools/calculate/calls', body: { arguments: [1] }, says: /"arguments"/,
      field: 'arguments',
    },
    {
      name: 'a setting of a tool that does not exist', method: 'PATCH', path: '/api/tools/launch', body: { enabled: false }, status: 404,
      code: 'not-found', says: /tool does not exist/,
    },
    {
      name: 'an approval mode that does not exist', method: 'PATCH', path: '/api/tools/write_file', body: { approval: 'maybe' },
      says: /"approval"/, field: 'approval',
    },
    { name: 'a provider of an unknown kind', path: '/api/providers', body: { kind: 'acme', name: 'Acme' }, says: /"kind"/, field: 'kind' },
    {
      name: 'a provider with an address that is none', path: '/api/providers',
      body: { kind: 'openai-compatible', name: 'Acme', baseUrl: 'file:///etc' }, says: /"baseUrl"/, field: 'baseUrl',
    },
    { name: 'a token without scopes', path: '/api/tokens', body: { name: 'x', scopes: [] }, says: /"scopes"/, field: 'scopes' },
    {
      name: 'a user with a short password', path: '/api/users',
      body: { email: 'bob@example.com', name: 'Bob', role: 'user', password: 'short' }, says: /"password": At least 10 characters\./,
      field: 'password',
    },
    {
      name: 'a user whose email address is taken', path: '/api/users',
      body: { email: ADMIN.email.toUpperCase(), name: 'Bob', role: 'user', password: ADMIN.password }, status: 409, code: 'conflict',
      says: /already a user with the email address/,
    },
    {
      name: 'a user who does not exist', method: 'PATCH', path: `/api/users/${NOBODY}`, body: { role: 'admin' }, status: 404,
      code: 'not-found', says: /user does not exist/,
    },
    { name: 'nothing to change in a user', method: 'PATCH', path: `/api/users/${NOBODY}`, body: {}, says: /Provide at least one of name/ },
    {
      name: 'an answer to a run that does not exist', path: `/api/runs/${NOBODY}/approvals`, body: { callId: 'x', decision: 'allow' },
      status: 404, code: 'not-found', says: /run does not exist/,
    },
    {
      name: 'a path that the API does not have', method: 'GET', path: '/api/nothing', status: 404, code: 'not-found',
      says: /GET \/api\/nothing/,
    },
    {
      name: 'a method that the address does not have', method: 'PUT', path: '/api/conversations', status: 404, code: 'not-found',
      says: /no PUT \/api\/conversations, only GET, POST there\./,
    },
    {
      name: 'a method that one thing does not have', method: 'DELETE', path: '/api/audit/1', status: 404, code: 'not-found',
      says: /no DELETE \/api\/audit\/1, only GET there\./,
    },
    {
      name: 'reading what is only for sending', method: 'GET', path: '/api/auth/login', status: 404, code: 'not-found',
      says: /no GET \/api\/auth\/login, only POST there\./,
    },
    { name: 'the root of the API', method: 'GET', path: '/api', status: 404, code: 'not-found', says: /no GET \/api\./ },
    { name: 'the root of the API as a folder', method: 'GET', path: '/api/', status: 404, code: 'not-found', says: /no GET \/api\/\./ },
  ])('with $name is refused by name, and changes nothing [F012-A10]', expectError)

  it.each<WrongRequest>([
    {
      name: 'a provider that does not exist', body: { ...RUN, model: 'nobody/gpt' }, says: /no provider "nobody"\. Known providers: "demo"/,
    },
    {
      name: 'a provider without its key', body: { ...RUN, model: 'anthropic/claude-sonnet-4-6' },
      says: /"anthropic".*Admin, Providers, or set ANTHROPIC_API_KEY/,
    },
    {
      name: 'a model that its provider cannot have', body: { ...RUN, model: 'demo/nonexistent' },
      says: /"Demo" has no model "nonexistent"\. It has: "demo\/patchbay-demo"/, field: 'model',
    },
    {
      name: 'a tool that does not exist', body: { ...RUN, tools: { mode: 'selected', names: ['launch'] } },
      says: /tools\.names: Unknown: launch\. Available: .*calculate/, field: 'tools.names',
    },
  ])('with $name is refused before anything is stored, with what there is [F005-A20]', expectError)

  it('is no page that was not found, and leaves no line in the log [F012-A10]', () => {
    expect(app.log).not.toMatch(/warn|No match found/i)
  })

  it('for a page that does not exist, from somebody who is not signed in, leaves no line in the log [F012-A67]', async () => {
    const before = app.log
    const pages = ['/nothing', '/nothing/at/all?next=/nowhere', '//nothing', '/%E2%82']
    for (const page of pages) await (await fetch(app.url + page, { redirect: 'manual' })).text()
    expect((await app.request('GET', '/api/ready')).status).toBe(200)
    expect(app.log).toBe(before)
  })

  it('because no content type is given is told which one to send [F012-A10]', async () => {
    const body = new TextEncoder().encode(JSON.stringify(RUN))
    const headers = { authorization: `Bearer ${ADMIN.token}` }
    const { status, error } = await read(
      await fetch(`${app.url}/api/conversations/${conversationId}/runs`, { method: 'POST', body, headers }),
    )
    expect([status, error.code, error.message]).toEqual([400, 'invalid-request', expect.stringContaining('Content-Type: application/json')])
    expect(await readServerState(app)).toEqual(before)
  })

  it('because it is a message of 50 MB is answered, and the server stays up [F012-A10]', async () => {
    const { status, error } = await send('POST', RUNS, { ...RUN, input: 'x'.repeat(50 * 1024 * 1024) })
    expect([status, error.code, error.message]).toEqual([413, 'payload-too-large', expect.stringMatching(/larger than [\d,]+ bytes/)])
    expect((await app.request('GET', '/api/ready')).status).toBe(200)
    expect(await readServerState(app)).toEqual(before)
  })
})

describe('a caller', () => {
  const filled = (path: string) => path.replace('[seq]', '1').replace('[name]', 'calculate').replace('[id]', NOBODY)
  const needsScope = ({ role, scope }: { role: string, scope?: string }) => scope ?? {
    user: 'chat', reviewer: 'audit', admin: 'admin',
  }[role]

  async function expectErrors(routes: typeof ROUTES, token: string | undefined, expected: readonly [number, string, RegExp]) {
    expect(routes.length).toBeGreaterThan(3)
    const state = await readServerState(app)
    for (const { method, path } of routes) {
      const headers = { 'authorization': token ? `Bearer ${token}` : '', 'content-type': 'application/json' }
      const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
      const { status, error } = await read(await fetch(app.url + filled(path), { method, headers, body }))
      expect([path, status, error.code, error.message]).toEqual([path, expected[0], expected[1], expect.stringMatching(expected[2])])
    }
    expect(await readServerState(app)).toEqual(state)
  }

  it('whom nobody knows gets 401 on every route that is not public [F012-A11]', async () => {
    const closed = ROUTES.filter(({ role }) => role !== 'public')
    await expectErrors(closed, undefined, [401, 'unauthenticated', /Sign in, or send a valid API token/])
    await expectErrors(closed, 'pb_not-a-token-of-ours', [401, 'unauthenticated', /Sign in, or send a valid API token/])
  })

  it('of a lower role gets 403 on every route above it [F012-A11]', async () => {
    const token = addPerson(app.dataDirectory, { role: 'user', scopes: ['chat', 'tools', 'audit', 'admin'] })
    await expectErrors(
      ROUTES.filter(({ role }) => role === 'reviewer' || role === 'admin'), token,
      [403, 'forbidden', /needs the role "(reviewer|admin)"; yours is "user"/],
    )
  })

  it.each(
    ['chat', 'tools', 'audit'] as const,
  )('with a token for %s alone gets 403 wherever another scope is needed [F012-A11]', async (scope) => {
    const { token } = await app.json<{ token: string }>('POST', '/api/tokens', { name: scope, scopes: [scope] })
    await expectErrors(
      ROUTES.filter(route => route.role !== 'public' && needsScope(route) !== scope), token,
      [403, 'forbidden', /lacks the scope "(chat|tools|audit|admin)"/],
    )
  })
})
