import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROUTES = globSync('server/{api,routes}/**/*.ts')

// Who may call, and that it can be read in the file: a computed role would hide from a reviewer.
const DECLARED_ROLE = /export default defineApiRoute\(\{\s*role: '(public|user|reviewer|admin)',/

/** Open to everyone. A new entry here is a decision, and is reviewed as one. */
const PUBLIC_ROUTES = [
  '[...].ts', 'auth/login.post.ts', 'auth/logout.post.ts', 'auth/session.get.ts', 'health.get.ts', 'index.ts', 'ready.get.ts',
  'setup.post.ts',
].map(path => `server/api/${path}`)

describe('route inventory', () => {
  it('finds the routes', () => {
    expect(ROUTES.length).toBeGreaterThan(PUBLIC_ROUTES.length)
  })

  it.each(ROUTES)('%s declares who may call it [F012-A5]', (path) => {
    const role = DECLARED_ROLE.exec(readFileSync(path, 'utf8'))?.[1]
    expect(role, 'Start the route with defineApiRoute({ role: …').toBeDefined()
    expect(role === 'public').toBe(PUBLIC_ROUTES.includes(path))
  })
})
