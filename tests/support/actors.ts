import type { Actor } from '#server/ports/actor'

/** A signed-in admin; `changes` make somebody else of them. */
export function createActor(changes: Partial<Actor> = {}): Actor {
  return {
    userId: '0198a000-0000-7000-8000-000000000001',
    userName: 'Ada',
    email: 'ada@example.org',
    role: 'admin',
    scopes: null,
    via: 'session',
    sessionId: '0198a000-0000-7000-8000-000000000002',
    ...changes,
  }
}
