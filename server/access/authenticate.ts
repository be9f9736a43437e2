import type { UserRow } from '#server/ports/access-store'
import type { AccessContext } from './access-context'
import type { Actor } from '#server/ports/actor'
import { hashSecret } from './secret'

/** Often enough to tell a forgotten token from one in use, without a write for each request. */
const TOUCH_EVERY_MS = 60_000

export type Credential = { readonly kind: 'session' | 'token', readonly secret: string }

/**
 * The one place where a credential becomes somebody. It reads user, role and status anew each time, so that a
 * demotion, a suspension, a sign-out or a revoked token counts from the next request on.
 */
export async function authenticate(context: AccessContext, credential: Credential): Promise<Actor | null> {
  return credential.kind === 'session'
    ? findBySession(context, credential.secret)
    : findByToken(context, credential.secret)
}

async function findBySession({ store, now }: AccessContext, secret: string): Promise<Actor | null> {
  const found = await store.findSession(hashSecret(secret), now().toISOString())
  if (found?.user.status !== 'active') return null
  return { ...describeUser(found.user), scopes: null, via: 'session', sessionId: found.session.id }
}

async function findByToken({ store, now }: AccessContext, secret: string): Promise<Actor | null> {
  const found = await store.findToken(hashSecret(secret))
  if (found?.user.status !== 'active') return null
  const { token, user } = found
  const at = now()
  if (token.lastUsedAt === null || at.getTime() - Date.parse(token.lastUsedAt) >= TOUCH_EVERY_MS) {
    await store.touchToken(token.id, at.toISOString())
  }
  return { ...describeUser(user), scopes: token.scopes, via: 'token' }
}

function describeUser(user: UserRow): Pick<Actor, 'userId' | 'userName' | 'email' | 'role'> {
  return { userId: user.id, userName: user.name, email: user.email, role: user.role }
}
