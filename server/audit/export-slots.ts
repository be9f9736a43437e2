import { AppError } from '#server/errors'

/** Each export under way holds a connection, and up to one whole record in memory while its reader is slow. */
const MAX_EXPORTS_PER_USER = 2
const RETRY_AFTER_MS = 5000

/** Does the work of one export of this user; throws `rate-limited`, before the work starts, when too many are under way. */
export type RunExport = (userId: string, work: () => Promise<void>) => Promise<void>

export function createExportSlots(): RunExport {
  const underWay = new Map<string, number>()

  function change(userId: string, by: number): void {
    const count = (underWay.get(userId) ?? 0) + by
    if (count === 0) underWay.delete(userId)
    else underWay.set(userId, count)
  }

  return async (userId, work) => {
    if ((underWay.get(userId) ?? 0) >= MAX_EXPORTS_PER_USER) throw tooManyExports()
    change(userId, 1)
    try {
      await work()
    }
    finally {
      change(userId, -1)
    }
  }
}

function tooManyExports(): AppError {
  const message = `You have ${MAX_EXPORTS_PER_USER} exports under way. Wait until one has ended, or cancel one, and try again.`
  return new AppError('rate-limited', message, { retryable: true, retryAfterMs: RETRY_AFTER_MS })
}
