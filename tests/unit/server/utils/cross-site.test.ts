import { describe, expect, it } from 'vitest'
import { type Config, readConfig } from '#server/config'
import { defineApiRoute } from '#server/utils/define-api-route'
import { createActor } from '../../../support/actors'
import { serveRoutes } from '../../../support/serve-routes'

const route = defineApiRoute({ role: 'user', handler: () => ({}) })
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

async function serve(settings: Partial<Config> = {}) {
  const services = { config: { ...readConfig({}, { appDirectory: '/', adapters: [] }), ...settings } }
  const url = await serveRoutes(Object.fromEntries(METHODS.map(method => [`${method} /thing`, route])), { services, actor: createActor() })
  return async (method: string, headers: Record<string, string>) => (await fetch(`${url}/thing`, { method, headers })).status
}

describe('a request with a cookie', () => {
  it.each(METHODS)('by %s needs an origin of ours as soon as it may change something [F012-A7]', async (method) => {
    const send = await serve()
    expect(await send(method, { origin: 'https://evil.example' })).toBe(method === 'GET' ? 200 : 403)
  })

  it('may come from the public address, whatever host the proxy asks for [F012-A7]', async () => {
    const send = await serve({ publicUrl: 'https://chat.example.org/path' })
    expect([
      await send('POST', { origin: 'https://chat.example.org' }), await send('POST', { origin: 'https://evil.example' }),
    ]).toEqual([200, 403])
  })

  it.each([
    [true, 200], [false, 403],
  ])('may come from the forwarded host if the proxy is trusted (%s): %i [F012-A7]', async (trustProxy, status) => {
    const send = await serve({ trustProxy })
    expect(await send('POST', { 'origin': 'https://chat.example.org', 'x-forwarded-host': 'chat.example.org' })).toBe(status)
  })

  it('may not come from a host that was forwarded after the first one', async () => {
    const send = await serve({ trustProxy: true })
    expect(await send('POST', { 'origin': 'https://evil.example', 'x-forwarded-host': 'chat.example.org, evil.example' })).toBe(403)
  })
})
