import { AppError } from '../errors'
import type { UserRow } from './access-store'

/** What every engine of the store enforces for users, inside the transaction that changes them. */

export function isActiveAdmin({ role, status }: Pick<UserRow, 'role' | 'status'>): boolean {
  return role === 'admin' && status === 'active'
}

/**
 * `activeAdmins`: how many the change leaves. Checked after the change, which the error rolls
 * back, so that two admins cannot demote each other at the same time.
 */
export function requireActiveAdmin(activeAdmins: number): void {
  if (activeAdmins === 0) throw new AppError('conflict', 'This is the last active admin. Make another user an admin first.')
}

/** Whether sessions of the user must end with this change: they were given to other rights, or opened with another password. */
export function endsSessions(before: UserRow, after: UserRow): boolean {
  return after.role !== before.role || after.status !== before.status || after.passwordHash !== before.passwordHash
}
