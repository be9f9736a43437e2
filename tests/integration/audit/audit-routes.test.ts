import { describe, expect, test } from 'vitest'
import findRoute from '../../../server/api/audit/[seq].get'
import exportRoute from '../../../server/api/audit/export.get'
import listRoute from '../../../server/api/audit/index.get'
import verifyRoute from '../../../server/api/audit/verify.get'
import type { AuditService } from '#server/audit/audit-service'
import type { Role } from '#shared/account'
import type { AuditVerification } from '#shared/audit-verification'
import { createActor } from '../../support/actors'
import { buildAudit, buildFact } from '../../support/build-audit'
import { buildDraft } from '../../support/build-rows'
import { serveRoutes } from '../../support/serve-routes'
import { createTestStore } from '../../support/test-store'

async function serveAudit(role: Role, wrap: (audit: AuditService) => AuditService = audit => audit, largeRecords = 0): Promise<string> {
  const { store } = await createTestStore()
  const audit = wrap(buildAudit(store))
  const alice = { userId: 'alice', userName: 'Alice' }
  await audit.record(buildFact({ actor: alice }))
  await audit.record(buildFact({ actor: { userId: 'bob', userName: 'Bob' } }))
  // More than the sockets of both sides hold, so that an export stays under way until it is read.
  const output = { body: JSON.stringify('x'.repeat(900_000)), salt: '00', commit: '' }
  await store.audit.append(Array.from({ length: largeRecords }, () => buildDraft({ output })))
  return serveRoutes(
    {
      'GET /api/audit': listRoute, 'GET /api/audit/export': exportRoute, 'GET /api/audit/verify': verifyRoute,
      'GET /api/audit/:seq': findRoute,
    },
    { services: { audit, closing: new AbortController().signal }, actor: createActor({ ...alice, role }) },
  )
}

describe('the audit over HTTP', () => {
  test('lists and shows own records to a user, and answers 404 for the rest [F007-A7]', async () => {
    const address = await serveAudit('user')
    const list = await (await fetch(`${address}/api/audit?limit=10`)).json() as { items: { seq: number }[] }
    expect(list.items.map(row => row.seq)).toEqual([1])
    expect(await (await fetch(`${address}/api/audit/1`)).json()).toMatchObject({ seq: 1, input: { city: 'Oslo' } })
    expect((await fetch(`${address}/api/audit/2`)).status).toBe(404)
    expect((await fetch(`${address}/api/audit/verify`)).status).toBe(403)
  })

  test('verifies for a reviewer', async () => {
    const address = await serveAudit('reviewer')
    const verification = await (await fetch(`${address}/api/audit/verify`)).json() as AuditVerification
    expect(verification).toMatchObject({ ok: true, records: 2 })
  })

  test('counts a verification for the user who asks for it [F007-A61]', async () => {
    const callers: unknown[] = []
    const address = await serveAudit('reviewer', audit => ({
      ...audit,
      verify: (caller) => {
        callers.push(caller?.userId)
        return audit.verify(caller)
      },
    }))
    expect((await fetch(`${address}/api/audit/verify`)).status).toBe(200)
    expect(callers).toEqual(['alice'])
  })

  test('exports as a file of JSON Lines, or of CSV when asked', async () => {
    const address = await serveAudit('admin')
    const lines = await fetch(`${address}/api/audit/export?tool=get_weather`)
    expect(lines.headers.get('content-disposition')).toBe('attachment; filename="audit.jsonl"')
    expect((await lines.text()).trim().split('\n').map(line => (JSON.parse(line) as { seq: number }).seq)).toEqual([1, 2])
    const csv = await fetch(`${address}/api/audit/export?format=csv`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect((await csv.text()).trim().split('\n')).toHaveLength(3)
  })

  test('answers a third export of one user at the same time with 429, until one of the two is given up [F007-A23]', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<undefined>()
    const address = await serveAudit('user', audit => ({
      ...audit,
      export: (order, write) => audit.export(order, write).finally(() => resolve(undefined)),
    }), 40)
    const leaving = new AbortController()
    const path = `${address}/api/audit/export`
    const [first] = await Promise.all([fetch(path, { signal: leaving.signal }), fetch(path)])
    const third = await fetch(path)
    expect([third.status, third.headers.get('retry-after'), third.headers.get('content-type')]).toEqual([429, '5', 'application/json'])
    expect(await third.json()).toMatchObject({ error: { code: 'rate-limited', message: expect.stringContaining('2 exports in progress') } })
    leaving.abort()
    await expect(first!.text()).rejects.toThrow()
    await ended
    expect((await fetch(path, { method: 'GET' })).status).toBe(200)
  })

  test.each([
    '/api/audit?cursor=%27%20or%201%3D1', '/api/audit?limit=0', '/api/audit?kind=drop', '/api/audit?from=yesterday',
    '/api/audit?success=maybe',
    '/api/audit/export?format=xlsx', '/api/audit/one', '/api/audit/-1',
  ])('answers %s with a clear 400', async (path) => {
    const response = await fetch(`${await serveAudit('admin')}${path}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid-request' } })
  })
})
