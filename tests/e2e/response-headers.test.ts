import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppServer } from '../support/app-server'

let app: AppServer
beforeAll(async () => {
  app = await AppServer.start()
})
afterAll(() => app.dispose())

const GUARDS = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN', 'referrer-policy': 'no-referrer' }

describe('every answer', () => {
  it.each(
    ['/login', '/api/health', '/api/tools', '/api/nothing', '/api/conversations?limit=0'],
  )('of %s guards the browser [F012-A15]', async (path) => {
    const response = await fetch(app.url + path)
    expect(Object.fromEntries(response.headers)).toMatchObject(GUARDS)
    expect(response.headers.get('x-powered-by')).toBeNull()
  })

  it('of a page runs its own scripts only, by a nonce that differs each time [F012-A15]', async () => {
    const nonces = await Promise.all([readNonce(), readNonce()])
    expect(new Set(nonces).size).toBe(2)
  })
})

/** Of the policy, after all scripts of the page were seen to bear it. */
async function readNonce(): Promise<string> {
  const response = await fetch(`${app.url}/login`)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain('frame-ancestors \'none\'')
  const [, nonce = ''] = /script-src 'self' 'strict-dynamic' 'nonce-([^']+)'/.exec(policy) ?? []
  expect(nonce).not.toBe('')
  const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
  return nonce
}
