import { timingSafeEqual } from 'node:crypto'
import type { SetupInput } from '#shared/account'
import { AppError } from '#server/errors'
import type { AccessStore, UserRow } from '#server/ports/access-store'
import type { AccessContext } from './access-context'
import { createSecret, hashSecret } from './secret'
import { startSession, type StartedSession } from './sessions'

const SETUP_TOKEN_SETTING = 'setup-token-hash'

/** Makes the one-time token of the setup link; an older one stops working. */
export async function issueSetupToken(store: AccessStore): Promise<string> {
  const token = createSecret()
  await store.saveSetting(SETUP_TOKEN_SETTING, hashSecret(token))
  return token
}

/** Creates the first admin and signs in. However many try at once, the store lets exactly one through. */
export async function completeSetup(context: AccessContext, input: SetupInput): Promise<StartedSession> {
  const { store, audit, passwords, now, newId } = context
  if (await store.countUsers() > 0) throw alreadySetUp()
  // Before the password is hashed: a stranger must not make the server work.
  if (!isSameHash(await store.readSetting(SETUP_TOKEN_SETTING), hashSecret(input.token))) {
    throw new AppError(
      'forbidden', 'This setup link is not valid. Use the newest one in the log of the server, or restart it to get another.',
    )
  }
  const createdAt = now().toISOString()
  const user: UserRow = {
    id: newId(),
    email: input.email,
    name: input.name,
    passwordHash: await passwords.make(input.password),
    role: 'admin',
    status: 'active',
    createdAt,
  }
  if (!await store.createFirstUser(user)) throw alreadySetUp()
  await store.deleteSetting(SETUP_TOKEN_SETTING)
  await audit.record({
    kind: 'auth.setup', at: createdAt, actor: { userId: user.id, userName: user.name }, success: true, input: { email: user.email },
  })
  return startSession(context, user)
}

function isSameHash(stored: string | undefined, given: string): boolean {
  return stored !== undefined && stored.length === given.length && timingSafeEqual(Buffer.from(stored), Buffer.from(given))
}

function alreadySetUp(): AppError {
  return new AppError('conflict', 'Setup is already complete. Sign in instead.')
}
