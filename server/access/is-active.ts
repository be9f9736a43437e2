import type { AccessStore } from '#server/ports/access-store'

/** Whether this person may act at this moment: the account is there, and not suspended. */
export type IsActive = (userId: string) => Promise<boolean>

export function createIsActive(store: Pick<AccessStore, 'findUser'>): IsActive {
  return async userId => (await store.findUser(userId))?.status === 'active'
}
