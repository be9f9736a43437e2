import type { AppError } from './errors'

/** Takes a slot for a user and answers how to give it back; throws the error when all of this user's slots are taken. */
type TakeSlot = (userId: string) => () => void

/** So many at once for each user, and no more. */
export function createUserSlots(slotsPerUser: number, createError: () => AppError): TakeSlot {
  const usedByUser = new Map<string, number>()

  function change(userId: string, by: number): void {
    const used = (usedByUser.get(userId) ?? 0) + by
    if (used === 0) usedByUser.delete(userId)
    else usedByUser.set(userId, used)
  }

  return (userId) => {
    if ((usedByUser.get(userId) ?? 0) >= slotsPerUser) throw createError()
    change(userId, 1)
    return () => change(userId, -1)
  }
}
