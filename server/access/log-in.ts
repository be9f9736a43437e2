import type { LoginInput } from '#shared/account'
import { AppError } from '#server/errors'
import type { Limit } from '#server/ports/limiter'
import type { AccessContext } from './access-context'
import { startSession, type StartedSession } from './sessions'

export const LOGIN_LIMIT: Limit = { points: 10, windowMs: 15 * 60 * 1000 }

/** Checks a password. Unknown, suspended and mistyped get the same answer after the same work. */
export async function logIn(context: AccessContext, input: LoginInput, address: string): Promise<StartedSession> {
  const { store, limiter, audit, passwords, now } = context
  const keys = [`login:address:${address}`, `login:account:${input.email}`]
  // Refused attempts are not put on record: otherwise anyone could fill the audit without being checked at all.
  for (const key of keys) await takeAttempt(context, key)

  const user = await store.findUserByEmail(input.email)
  const matches = await passwords.verify(user?.passwordHash, input.password)
  const at = now().toISOString()
  if (!user || !matches || user.status !== 'active') {
    await audit.record({ kind: 'auth.login-failed', at, success: false, error: 'unauthenticated', input: { email: input.email, address } })
    throw new AppError('unauthenticated', 'The e-mail address or the password is wrong.')
  }
  // Only failures count: people behind one address, and their successes, do not lock each other out.
  for (const key of keys) await limiter.reset(key, LOGIN_LIMIT)
  const session = await startSession(context, user)
  await audit.record({ kind: 'auth.login', at, actor: { userId: user.id, userName: user.name }, success: true, input: { address } })
  return session
}

async function takeAttempt({ limiter }: AccessContext, key: string): Promise<void> {
  const { retryAfterMs } = await limiter.consume(key, LOGIN_LIMIT)
  if (retryAfterMs === undefined) return
  const minutes = Math.ceil(retryAfterMs / 60_000)
  throw new AppError('rate-limited', `Too many failed log-ins. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`, { retryAfterMs })
}
