import { AppError } from '#server/errors'

/** Larger bodies are counted per user while they are read and parsed. */
export const LARGE_BODY_BYTES = 1024 * 1024
const MAX_LARGE_BODIES = 2
const RETRY_AFTER_MS = 2000

const underWay = new Map<string, number>()

/** The place that one request may take among the large bodies of its user. */
export interface LargeBodySlot {
  /** Throws `rate-limited` when the user has too many on the way. */
  take(): void
  release(): void
}

export function createLargeBodySlot(userId: string): LargeBodySlot {
  let isTaken = false
  return {
    take: () => {
      if (isTaken) return
      const count = underWay.get(userId) ?? 0
      if (count >= MAX_LARGE_BODIES) throw tooManyLargeBodies()
      underWay.set(userId, count + 1)
      isTaken = true
    },
    release: () => {
      if (!isTaken) return
      isTaken = false
      const count = (underWay.get(userId) ?? 1) - 1
      if (count === 0) underWay.delete(userId)
      else underWay.set(userId, count)
    },
  }
}

function tooManyLargeBodies(): AppError {
  const message = `You are sending ${MAX_LARGE_BODIES} requests of more than 1 MB already. Wait until one is through, and try again.`
  return new AppError('rate-limited', message, { retryable: true, retryAfterMs: RETRY_AFTER_MS })
}
