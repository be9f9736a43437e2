import { Scrypt } from '@adonisjs/hash/drivers/scrypt'
import PQueue from 'p-queue'
import { AppError } from '#server/errors'
import { createSecret } from './secret'

/** Turns passwords into what may be stored, and compares. */
export interface PasswordHasher {
  make(password: string): Promise<string>
  /**
   * With no stored hash it does the same work and answers false, so that time tells nobody which users exist. Throws
   * `rate-limited` at once when too many checks wait already.
   */
  verify(storedHash: string | undefined, password: string, options?: { readonly goesFirst?: boolean }): Promise<boolean>
}

/** Each password hash takes 16 MB and a core for a while; more at once would starve everything else. */
const PARALLEL_HASHES = 2
/** About two seconds of work on a small machine: who comes later is better told to come back. */
const MAX_WAITING = 16
const RETRY_AFTER_MS = 2000
/** Checks of strangers come after those of known devices and after what an admin asked for, and cannot fill their places. */
const PRIORITY = { stranger: 0, known: 1 }

/** scrypt with OWASP's parameters (N = 2^14, r = 8, p = 5); tests pass a smaller cost. */
export function createPasswordHasher({ cost = 16_384 }: { readonly cost?: number } = {}): PasswordHasher {
  const scrypt = new Scrypt({ cost, blockSize: 8, parallelization: 5, maxMemory: 64 * 1024 * 1024 })
  const queue = new PQueue({ concurrency: PARALLEL_HASHES })
  const unknownUserHash = scrypt.make(createSecret())
  return {
    // Only for admins and the one who holds the setup link, who need no bound.
    make: password => queue.add(() => scrypt.make(password), { priority: PRIORITY.known }),
    verify: async (storedHash, password, { goesFirst = false } = {}) => {
      const priority = goesFirst ? PRIORITY.known : PRIORITY.stranger
      if (queue.sizeBy({ priority }) >= MAX_WAITING) {
        throw new AppError(
          'rate-limited', 'Too many people are signing in at the moment. Try again in a few seconds.', { retryAfterMs: RETRY_AFTER_MS },
        )
      }
      return queue.add(async () => {
        const matches = await scrypt.verify(storedHash ?? await unknownUserHash, password)
        return matches && storedHash !== undefined
      }, { priority })
    },
  }
}
