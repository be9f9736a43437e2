import type { LoginInput } from '#shared/account'
import { AppError } from '#server/errors'
import type { Limit, Limiter } from '#server/ports/limiter'
import type { UserRow } from '#server/ports/access-store'
import type { AccessContext } from './access-context'
import { toLimitAddress } from './limit-address'
import { startSession, type StartedSession } from './sessions'

const WINDOW_MS = 15 * 60 * 1000
/**
 * The log-in lock of an account: per address, so that a stranger elsewhere locks nobody out, and per device where a
 * cookie names one.
 */
export const ACCOUNT_LIMIT: Limit = { points: 10, windowMs: WINDOW_MS }
/** A whole office may share one address. It is there to slow down guessing at many accounts. */
export const ADDRESS_LIMIT: Limit = { points: 100, windowMs: WINDOW_MS }
/** What all unknown devices together may guess, however many addresses they have. */
export const GLOBAL_LIMIT: Limit = { points: 120, windowMs: 60_000 }

export interface LoginClient {
  readonly address: string
  /** As the browser sent it. */
  readonly deviceCookie?: string
}

export interface StartedLogin extends StartedSession {
  /** For the browser to keep: its next log-ins count apart from those of strangers. */
  readonly deviceCookie: string
}

/** Checks a password. Unknown, suspended and mistyped get the same answer after the same work. */
export async function logIn(context: AccessContext, input: LoginInput, { address, deviceCookie }: LoginClient): Promise<StartedLogin> {
  const { limiter, audit, devices, now } = context
  const device = devices.read(input.email, deviceCookie)
  const counters = countersOf(input.email, address, device)
  // Denied attempts are not audited: otherwise anyone could fill the audit without being checked at all.
  await takeAttempt(limiter, counters)
  const user = await checkPassword(context, input, device !== undefined).catch(async (error: unknown) => {
    // Not checked, so not counted.
    await giveBack(limiter, counters)
    throw error
  })
  const at = now().toISOString()
  if (!user) {
    await audit.record({ kind: 'auth.login-failed', at, success: false, error: 'unauthenticated', input: { email: input.email, address } })
    throw new AppError('unauthenticated', 'Incorrect email or password.')
  }
  // Only failures count. Those of others at the address stay: one's own log-in is no licence to go on guessing.
  await giveBack(limiter, counters)
  for (const { key, limit, isOfAccount } of counters) if (isOfAccount) await limiter.reset(key, limit)
  const session = await startSession(context, user)
  await audit.record({ kind: 'auth.login', at, actor: { userId: user.id, userName: user.name }, success: true, input: { address } })
  return { ...session, deviceCookie: devices.issue(input.email) }
}

async function checkPassword(
  { store, passwords }: AccessContext, { email, password }: LoginInput, isKnownDevice: boolean,
): Promise<UserRow | undefined> {
  const before = await store.findUserByEmail(email)
  const matches = await passwords.verify(before?.passwordHash, password, { goesFirst: isKnownDevice })
  // Read again: a check waits its turn, and the password or the status may have changed meanwhile.
  const user = await store.findUserByEmail(email)
  return matches && user?.status === 'active' && user.passwordHash === before?.passwordHash ? user : undefined
}

interface Counter { readonly key: string, readonly limit: Limit, readonly isOfAccount: boolean }

function countersOf(email: string, address: string, device: string | undefined): readonly Counter[] {
  if (device !== undefined) return [{ key: `login:device:${device}`, limit: ACCOUNT_LIMIT, isOfAccount: true }]
  const place = toLimitAddress(address)
  // The one for all comes first: once it is used up, no keys are kept for addresses that nobody checks.
  return [
    { key: 'login:all', limit: GLOBAL_LIMIT, isOfAccount: false },
    { key: `login:address:${place}`, limit: ADDRESS_LIMIT, isOfAccount: false },
    { key: `login:account:${email} ${place}`, limit: ACCOUNT_LIMIT, isOfAccount: true },
  ]
}

/** One of each, or none: an address that has used up its own guesses uses up nobody else's. */
async function takeAttempt(limiter: Limiter, counters: readonly Counter[]): Promise<void> {
  for (const [index, { key, limit }] of counters.entries()) {
    const { retryAfterMs } = await limiter.consume(key, limit)
    if (retryAfterMs === undefined) continue
    await giveBack(limiter, counters.slice(0, index))
    const minutes = Math.ceil(retryAfterMs / 60_000)
    throw new AppError(
      'rate-limited', `Too many failed sign-in attempts. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`, { retryAfterMs },
    )
  }
}

async function giveBack(limiter: Limiter, counters: readonly Counter[]): Promise<void> {
  for (const { key, limit } of counters) await limiter.giveBack(key, limit)
}
