import type { LoginInput } from '#shared/account'
import { AppError } from '#server/errors'
import type { Limit } from '#server/ports/limiter'
import type { AccessContext } from './access-context'
import { startSession, type StartedSession } from './sessions'

const WINDOW_MS = 15 * 60 * 1000
export const ACCOUNT_LIMIT: Limit = { points: 10, windowMs: WINDOW_MS }
/** A whole office may share one address. It is there to slow down guessing at many accounts. */
export const ADDRESS_LIMIT: Limit = { points: 100, windowMs: WINDOW_MS }

/** Checks a password. Unknown, suspended and mistyped get the same answer after the same work. */
export async function logIn(context: AccessContext, input: LoginInput, address: string): Promise<StartedSession> {
  const { store, limiter, audit, passwords, now } = context
  const addressKey = `login:address:${address}`
  const accountKey = `login:account:${input.email}`
  // Refused attempts are not put on record: otherwise anyone could fill the audit without being checked at all.
  await takeAttempt(context, addressKey, ADDRESS_LIMIT)
  await takeAttempt(context, accountKey, ACCOUNT_LIMIT)

  const user = await store.findUserByEmail(input.email)
  const matches = await passwords.verify(user?.passwordHash, input.password)
  const at = now().toISOString()
  if (!user || !matches || user.status !== 'active') {
    await audit.record({ kind: 'auth.login-failed', at, success: false, error: 'unauthenticated', input: { email: input.email, address } })
    throw new AppError('unauthenticated', 'The e-mail address or the password is wrong.')
  }
  // Only failures count. Those of others at the address stay: one's own log-in is no licence to go on guessing.
  await limiter.giveBack(addressKey, ADDRESS_LIMIT)
  await limiter.reset(accountKey, ACCOUNT_LIMIT)
  const session = await startSession(context, user)
  await audit.record({ kind: 'auth.login', at, actor: { userId: user.id, userName: user.name }, success: true, input: { address } })
  return session
}

async function takeAttempt({ limiter }: AccessContext, key: string, limit: Limit): Promise<void> {
  const { retryAfterMs } = await limiter.consume(key, limit)
  if (retryAfterMs === undefined) return
  const minutes = Math.ceil(retryAfterMs / 60_000)
  throw new AppError('rate-limited', `Too many failed log-ins. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`, { retryAfterMs })
}
