import { AppError } from '#server/errors'
import { createUserSlots } from '#server/user-slots'

/** Each export under way holds a connection, and up to one whole record in memory while its reader is slow. */
const MAX_EXPORTS_PER_USER = 2
const RETRY_AFTER_MS = 5000

/** Does the work of one export of this user; throws `rate-limited`, before the work starts, when too many are under way. */
export type RunExport = (userId: string, work: () => Promise<void>) => Promise<void>

export function createExportSlots(): RunExport {
  const takeSlot = createUserSlots(MAX_EXPORTS_PER_USER, tooManyExports)
  return async (userId, work) => {
    const release = takeSlot(userId)
    try {
      await work()
    }
    finally {
      release()
    }
  }
}

function tooManyExports(): AppError {
  const message = `You have ${MAX_EXPORTS_PER_USER} exports under way. Wait until one has ended, or cancel one, and try again.`
  return new AppError('rate-limited', message, { retryable: true, retryAfterMs: RETRY_AFTER_MS })
}
