import type { Account } from '#shared/account'
import type { UserRow } from '#server/ports/access-store'
import type { AccessContext } from './access-context'
import { createSecret, hashSecret } from './secret'

const SESSION_DAYS = 30

/** A session that has just begun. The secret goes into the cookie and is kept nowhere else. */
export interface StartedSession {
  readonly user: Account
  readonly secret: string
  readonly expiresAt: Date
}

/** Every log-in gets a session of its own: a secret planted before it is worth nothing after it. */
export async function startSession({ store, now, newId }: AccessContext, user: UserRow): Promise<StartedSession> {
  const at = now()
  const expiresAt = new Date(at.getTime() + SESSION_DAYS * 24 * 3600 * 1000)
  const secret = createSecret()
  await store.deleteExpiredSessions(at.toISOString())
  await store.createSession({
    id: newId(),
    secretHash: hashSecret(secret),
    userId: user.id,
    createdAt: at.toISOString(),
    expiresAt: expiresAt.toISOString(),
  })
  return { user: toAccount(user), secret, expiresAt }
}

function toAccount({ id, email, name, role }: UserRow): Account {
  return { id, email, name, role }
}
