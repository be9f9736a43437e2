import { AppError } from '#server/errors'
import { createUserSlots } from '#server/user-slots'

/** Larger bodies are counted per user while they are read and parsed. */
export const LARGE_BODY_BYTES = 1024 * 1024
const MAX_LARGE_BODIES = 2
const RETRY_AFTER_MS = 2000

const takeSlot = createUserSlots(MAX_LARGE_BODIES, tooManyLargeBodies)

/** The place that one request may take among the large bodies of its user. */
export interface LargeBodySlot {
  /** Throws `rate-limited` when the user has too many on the way. */
  take(): void
  release(): void
}

export function createLargeBodySlot(userId: string): LargeBodySlot {
  let giveBack: (() => void) | undefined
  return {
    take: () => {
      giveBack ??= takeSlot(userId)
    },
    release: () => {
      giveBack?.()
      giveBack = undefined
    },
  }
}

function tooManyLargeBodies(): AppError {
  const message = `You are sending ${MAX_LARGE_BODIES} requests of more than 1 MB already. Wait for one to finish, and try again.`
  return new AppError('rate-limited', message, { retryable: true, retryAfterMs: RETRY_AFTER_MS })
}
