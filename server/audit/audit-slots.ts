import { AppError } from '#server/errors'
import { createUserSlots } from '#server/user-slots'

/** Each export or verification under way reads the log on, and holds up to a batch of it in memory. */
const MAX_PER_USER = 2
const RETRY_AFTER_MS = 5000

/** Does one work of this kind for this user; throws `rate-limited`, before the work starts, when too many are under way. */
type RunInSlot = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>

export function createAuditSlots(kind: 'exports' | 'verifications'): RunInSlot {
  const takeSlot = createUserSlots(MAX_PER_USER, () => tooMany(kind))
  return async (userId, work) => {
    const release = takeSlot(userId)
    try {
      return await work()
    }
    finally {
      release()
    }
  }
}

function tooMany(kind: string): AppError {
  const message = `You have ${MAX_PER_USER} ${kind} in progress. Wait for one to finish, or cancel one, and try again.`
  return new AppError('rate-limited', message, { retryable: true, retryAfterMs: RETRY_AFTER_MS })
}
