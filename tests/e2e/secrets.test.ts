import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditRow } from '#shared/audit'
import type { Conversation } from '#shared/conversation'
import type { ProviderListing } from '#shared/provider'
import { listApiRoutes } from '../support/api-routes'
import { AppServer } from '../support/app-server'
import { readEventStream } from '../support/read-event-stream'

const CANARIES = {
  environmentKey: 'sk-ant-canary-environment-0f1e2d3c4b5a69788796',
  // Without the shape of any vendor's key: only its value gives it away.
  typedKey: 'canary.typed.by.an.admin.9182736455463728',
  password: 'canary password 7a6b5c4d3e2f',
  token: 'canary-token-00112233445566778899aabbccddeeff',
}
const AUTHORIZATION = { authorization: `Bearer ${CANARIES.token}` }

/** A vendor that refuses every key and, worse than real ones, says it back in all ways it can. */
async function startEchoingVendor(): Promise<Server> {
  const server = createServer((request, response) => {
    const key = request.headers['x-api-key'] ?? request.headers.authorization?.replace('Bearer ', '')
    // What a vendor says to a bad request is shown; a refused key has a sentence of our own.
    response.writeHead(request.method === 'POST' ? 400 : 401, { 'content-type': 'application/json', 'x-echo': String(key) })
    response.end(JSON.stringify({ type: 'error', error: { type: 'authentication_error', message: `invalid key ${key}`, code: key } }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

let vendor: Server
let vendorUrl: string
let app: AppServer
beforeAll(async () => {
  vendor = await startEchoingVendor()
  vendorUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}` // it listens on a port
  app = await AppServer.start({ environment: {
    PATCHBAY_ADMIN_PASSWORD: CANARIES.password, PATCHBAY_ADMIN_TOKEN: CANARIES.token,
    ANTHROPIC_API_KEY: CANARIES.environmentKey, ANTHROPIC_BASE_URL: vendorUrl,
  } })
})
afterAll(async () => {
  await app.dispose()
  vendor.close()
})

function findCanaries(text: string): string[] {
  return Object.entries(CANARIES).filter(([, canary]) => text.includes(canary)).map(([name]) => name)
}

const answers: string[] = []
async function ask(method: string, path: string, body?: unknown, accept = 'application/json'): Promise<string> {
  const response = await app.request(method, path, body, { ...AUTHORIZATION, accept })
  const text = accept === 'text/event-stream' && response.ok ? JSON.stringify(await readEventStream(response)) : await response.text()
  answers.push(JSON.stringify([method, path, response.status, [...response.headers], text]))
  return text
}

/** Brings each secret to where it could be kept or said back. */
async function useSecrets(): Promise<Readonly<Record<string, string>>> {
  await ask('POST', '/api/auth/login', { email: 'ada@example.com', password: CANARIES.password })
  await ask('POST', '/api/auth/login', `{"email":"ada@example.com","password":"${CANARIES.password}`)
  await ask('GET', '/api/health?token=x')
  const provider: ProviderListing = JSON.parse(
    await ask('POST', '/api/providers', { kind: 'openai-compatible', name: 'Typed', baseUrl: vendorUrl, apiKey: CANARIES.typedKey }),
  )
  await ask('POST', `/api/providers/${provider.id}/check`)
  await ask('POST', '/api/providers/anthropic/check')
  const conversation: Conversation = JSON.parse(await ask('POST', '/api/conversations', {}))
  const runs = `/api/conversations/${conversation.id}/runs`
  await ask('POST', runs, { input: 'Hello', model: `${provider.id}/any` }, 'text/event-stream')
  const events = await ask('POST', runs, { input: 'Hello', model: 'anthropic/claude-sonnet-4-6' }, 'text/event-stream')
  // Whatever a tool is given or answers is kept; a known secret in it is not.
  await ask('POST', '/api/tools/launch/calls', { arguments: CANARIES })
  return {
    conversations: conversation.id, runs: JSON.parse(events)[0].runId, seq: String(JSON.parse(await ask('GET', '/api/audit')).items[0].seq),
  }
}

it('never says a secret again: not in an answer, not in its output, not in the database [F012-A12]', async () => {
  const ids = await useSecrets()
  const routes = listApiRoutes().filter(({ method }) => method === 'GET').map(({ path }) => path)
  expect(routes).toContain('/api/audit/[seq]')
  for (const path of routes) {
    const filled = path.replace('[seq]', ids.seq!).replace('[n]', '1').replace('[name]', 'calculate').replace(
      '[id]', ids[path.split('/')[2]!] ?? '',
    )
    const text = await ask('GET', filled)
    expect([filled, text]).not.toEqual([filled, expect.stringMatching(/"code":"(not-found|invalid-request)"/)])
  }
  for (const { seq } of (JSON.parse(await ask('GET', '/api/audit?limit=200')).items as AuditRow[])) await ask('GET', `/api/audit/${seq}`)
  await ask('GET', '/api/audit/export?format=csv')
  await ask('GET', `/api/runs/${ids.runs}/events`, undefined, 'text/event-stream')
  for (const page of ['/', '/login', '/audit', '/admin/providers', '/settings/tokens']) await ask('GET', page, undefined, 'text/html')

  expect(answers.flatMap(answer => findCanaries(answer).map(name => [name, answer]))).toEqual([])
  // The vendor's sentence did come through, without the key that it held.
  expect(answers.join()).toMatch(/invalid key/)
  await app.end()
  expect(findCanaries(app.log)).toEqual([])
  for (const file of await readdir(app.dataDirectory, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) expect(
      [file.name, findCanaries(await readFile(join(file.parentPath, file.name), 'latin1'))],
    ).toEqual([file.name, []])
  }
})
