import type { UserInput, UserListing, UserPatch } from '#shared/account'
import { AppError, notFound } from '#server/errors'
import type { UserRow } from '#server/ports/access-store'
import type { AccessContext } from './access-context'
import type { Actor } from '#server/ports/actor'

export async function listUsers({ store }: AccessContext): Promise<readonly UserListing[]> {
  return (await store.listUsers()).map(toListing)
}

export async function createUser(context: AccessContext, actor: Actor, { password, ...person }: UserInput): Promise<UserListing> {
  const { store, audit, now, newId } = context
  const row: UserRow = {
    ...person, id: newId(), passwordHash: await hashForAdmin(context, actor, password), status: 'active', createdAt: now().toISOString(),
  }
  if (!await store.createUser(row)) throw new AppError('conflict', `There is already a user with the email address ${row.email}.`)
  await audit.record({ kind: 'user.created', at: row.createdAt, actor, success: true, input: { id: row.id, ...person } })
  return toListing(row)
}

interface UserChangeRequest { readonly id: string, readonly patch: UserPatch, readonly reason?: 'deletion' }

/**
 * What counts for signing in ends the sessions of this user; API tokens follow role and status by themselves. A
 * suspension cancels the user's runs as well; another password or role does not.
 */
export async function updateUser(context: AccessContext, actor: Actor, { id, patch, reason }: UserChangeRequest): Promise<UserListing> {
  const { store, audit, runs, now } = context
  const { password, ...rest } = patch
  const passwordHash = password === undefined ? undefined : await hashForAdmin(context, actor, password)
  const row = await store.updateUser(id, { ...rest, ...(passwordHash !== undefined && { passwordHash }) })
  if (!row) throw notFound('user')
  const cancelledRuns = rest.status === 'suspended' ? await runs.cancelAll(id) : []
  const changes = { ...rest, ...(password !== undefined && { password: true }), ...(reason && { reason }) }
  await audit.record({
    kind: 'user.updated', at: now().toISOString(), actor, success: true,
    input: { id, email: row.email, ...changes, ...(cancelledRuns.length > 0 && { cancelledRuns }) },
  })
  return toListing(row)
}

/**
 * Suspends the user, ends their runs, and only then deletes: a worker can still record what its tools did, nothing new
 * begins meanwhile, and a deletion that is cut short leaves an account that is shut.
 */
export async function deleteUser(context: AccessContext, actor: Actor, id: string): Promise<void> {
  const { store, audit, runs, now } = context
  if (id === actor.userId) throw new AppError('conflict', 'You cannot delete yourself. Ask another admin to do it.')
  await updateUser(context, actor, { id, patch: { status: 'suspended' }, reason: 'deletion' })
  await runs.stopAll({ userId: id })
  const row = await store.deleteUser(id)
  if (!row) throw notFound('user')
  // The only place that still says who an id in older records was.
  await audit.record({
    kind: 'user.deleted', at: now().toISOString(), actor, success: true, input: { id, email: row.email, name: row.name, role: row.role },
  })
}

/** Hashing waits its turn: an admin who lost the right meanwhile changes nothing any more. */
async function hashForAdmin({ store, passwords }: AccessContext, actor: Actor, password: string): Promise<string> {
  const hash = await passwords.make(password)
  const admin = await store.findUser(actor.userId)
  if (admin?.status !== 'active' || admin.role !== 'admin') {
    throw new AppError('forbidden', 'You are no longer an admin, so nothing was changed.')
  }
  return hash
}

function toListing({ id, email, name, role, status, createdAt }: UserRow): UserListing {
  return { id, email, name, role, status, createdAt }
}
