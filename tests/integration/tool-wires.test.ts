import { describe, expect, it, onTestFinished } from 'vitest'
import type { Role } from '#shared/account'
import { toolWireSchema } from '#shared/compatibility'
import { toolListingSchema, type ToolListing } from '#shared/tool'
import { providers } from '#server/providers'
import patchRoute from '../../server/api/tools/[name].patch'
import wireRoute from '../../server/api/tools/[name]/wire.get'
import listRoute from '../../server/api/tools/index.get'
import { createActor } from '../support/actors'
import { createInProcessApp, PERSON } from '../support/in-process-app'
import { serveRoutes } from '../support/serve-routes'

const ROUTES = { 'GET /api/tools': listRoute, 'GET /api/tools/:name/wire': wireRoute, 'PATCH /api/tools/:name': patchRoute }
const TARGETS = providers.flatMap(provider => provider.toolTargets).map(target => target.id)

async function serve(role: Role = 'admin') {
  const app = await createInProcessApp()
  onTestFinished(() => app.close())
  const serveAs = (as: Role) => serveRoutes(ROUTES, { services: app, actor: createActor({ ...PERSON, role: as, via: 'token' }) })
  const url = await serveAs(role)
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
  const list = async () => (await ask('GET', '/api/tools')).body.items as ToolListing[]
  return { app, ask, list, serveAs }
}

describe('what vendors are told about a tool, over HTTP', () => {
  it('is marked in the list for every target [F018-A4]', async () => {
    const { list } = await serve()
    const tools = (await list()).map(tool => toolListingSchema.parse(tool))
    expect(tools.length).toBeGreaterThan(5)
    for (const tool of tools) expect([tool.name, tool.compatibility.map(mark => mark.target)]).toEqual([tool.name, TARGETS])
  })

  it('is given in full for each target, the same as the list says [F018-A5]', async () => {
    const { ask, list } = await serve()
    for (const tool of await list()) {
      const { status, body } = await ask('GET', `/api/tools/${tool.name}/wire`)
      expect(status).toBe(200)
      const wires = body.items.map((item: unknown) => toolWireSchema.parse(item))
      expect(
        wires.map(({ wire: _wire, warnings, ...mark }: { wire: unknown, warnings: unknown[] }) => ({ ...mark, warnings: warnings.length })),
      ).toEqual(tool.compatibility)
      for (const { wire, verdict } of wires) expect(wire === undefined).toBe(verdict === 'refused')
    }
  })

  it('is not there for a tool that is not, or that is off for who asks [F018-A5]', async () => {
    const { ask, serveAs } = await serve()
    expect((await ask('GET', '/api/tools/nothing/wire')).status).toBe(404)
    await ask('PATCH', '/api/tools/calculate', { enabled: false })
    expect((await ask('GET', '/api/tools/calculate/wire')).status).toBe(200)
    expect((await fetch(`${await serveAs('user')}/api/tools/calculate/wire`)).status).toBe(404)
  })

  it('can be made strict by an admin, on record [F018-A6]', async () => {
    const { ask, list, app } = await serve()
    expect((await ask('PATCH', '/api/tools/calculate', { strict: true })).body).toMatchObject({
      name: 'calculate', strict: true, enabled: true,
    })
    expect((await list()).filter(tool => tool.strict).map(tool => tool.name)).toEqual(['calculate'])
    expect(await app.store.tools.listSettings()).toEqual([{ toolId: expect.stringContaining('/calculate'), strict: true }])
    const [row] = (await app.audit.list({ kind: 'tool.updated' }, { limit: 1 }, { ...PERSON, role: 'admin' })).items
    expect(await app.audit.find(row!.seq, { ...PERSON, role: 'admin' })).toMatchObject({ tool: 'calculate', input: { strict: true } })
    expect((await ask('PATCH', '/api/tools/calculate', { strict: 'yes' })).status).toBe(400)
  })
})
