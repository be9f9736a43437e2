import type { UserInput, UserListing, UserPatch } from '#shared/account'
import { AppError, notFound } from '#server/errors'
import type { UserRow } from '#server/ports/access-store'
import type { AccessContext } from './access-context'
import type { Actor } from './actor'

export async function listUsers({ store }: AccessContext): Promise<readonly UserListing[]> {
  return (await store.listUsers()).map(toListing)
}

export async function createUser(context: AccessContext, actor: Actor, { password, ...person }: UserInput): Promise<UserListing> {
  const { store, audit, passwords, now, newId } = context
  const row: UserRow = {
    ...person, id: newId(), passwordHash: await passwords.make(password), status: 'active', createdAt: now().toISOString(),
  }
  if (!await store.createUser(row)) throw new AppError('conflict', `There is already a user with the e-mail address ${row.email}.`)
  await audit.record({ kind: 'user.created', at: row.createdAt, actor, success: true, input: { id: row.id, ...person } })
  return toListing(row)
}

interface UserChangeRequest { readonly id: string, readonly patch: UserPatch }

/** What counts for signing in ends the sessions of this user; API tokens follow role and status by themselves. */
export async function updateUser(context: AccessContext, actor: Actor, { id, patch }: UserChangeRequest): Promise<UserListing> {
  const { store, audit, passwords, now } = context
  const { password, ...rest } = patch
  const row = await store.updateUser(id, { ...rest, ...(password !== undefined && { passwordHash: await passwords.make(password) }) })
  if (!row) throw notFound('user')
  await audit.record({
    kind: 'user.updated', at: now().toISOString(), actor, success: true, input: { id, email: row.email, ...rest, ...(password !== undefined && { password: true }) },
  })
  return toListing(row)
}

export async function deleteUser({ store, audit, now }: AccessContext, actor: Actor, id: string): Promise<void> {
  if (id === actor.userId) throw new AppError('conflict', 'You cannot delete yourself. Ask another admin to do it.')
  const row = await store.deleteUser(id)
  if (!row) throw notFound('user')
  // The only place that still says who an id in older records was.
  await audit.record({ kind: 'user.deleted', at: now().toISOString(), actor, success: true, input: { id, email: row.email, name: row.name, role: row.role } })
}

function toListing({ id, email, name, role, status, createdAt }: UserRow): UserListing {
  return { id, email, name, role, status, createdAt }
}
