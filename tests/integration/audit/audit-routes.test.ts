import { describe, expect, test } from 'vitest'
import findRoute from '../../../server/api/audit/[seq].get'
import exportRoute from '../../../server/api/audit/export.get'
import listRoute from '../../../server/api/audit/index.get'
import verifyRoute from '../../../server/api/audit/verify.get'
import type { Role } from '#shared/account'
import type { AuditVerification } from '#shared/audit'
import { createActor } from '../../support/actors'
import { buildAudit, buildFact } from '../../support/build-audit'
import { serveRoutes } from '../../support/serve-routes'
import { createTestStore } from '../../support/test-store'

async function serveAudit(role: Role): Promise<string> {
  const { store } = await createTestStore()
  const audit = buildAudit(store)
  const alice = { userId: 'alice', userName: 'Alice' }
  await audit.record(buildFact({ actor: alice }))
  await audit.record(buildFact({ actor: { userId: 'bob', userName: 'Bob' } }))
  return serveRoutes(
    { 'GET /api/audit': listRoute, 'GET /api/audit/export': exportRoute, 'GET /api/audit/verify': verifyRoute, 'GET /api/audit/:seq': findRoute },
    { services: { audit }, actor: createActor({ ...alice, role }) },
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

  test('exports as a file of JSON Lines, or of CSV when asked', async () => {
    const address = await serveAudit('admin')
    const lines = await fetch(`${address}/api/audit/export?tool=get_weather`)
    expect(lines.headers.get('content-disposition')).toBe('attachment; filename="audit.jsonl"')
    expect((await lines.text()).trim().split('\n').map(line => (JSON.parse(line) as { seq: number }).seq)).toEqual([1, 2])
    const csv = await fetch(`${address}/api/audit/export?format=csv`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect((await csv.text()).trim().split('\n')).toHaveLength(3)
  })

  test.each([
    '/api/audit?cursor=%27%20or%201%3D1', '/api/audit?limit=0', '/api/audit?kind=drop', '/api/audit?from=yesterday', '/api/audit?success=maybe',
    '/api/audit/export?format=xlsx', '/api/audit/one', '/api/audit/-1',
  ])('answers %s with a clear 400', async (path) => {
    const response = await fetch(`${await serveAudit('admin')}${path}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid-request' } })
  })
})
