import { Scrypt } from '@adonisjs/hash/drivers/scrypt'
import PQueue from 'p-queue'
import { createSecret } from './secret'

/** Turns passwords into what may be stored, and compares. */
export interface PasswordHasher {
  make(password: string): Promise<string>
  /** With no stored hash it does the same work and answers false, so that time tells nobody which users exist. */
  verify(storedHash: string | undefined, password: string): Promise<boolean>
}

/** Each hash holds 16 MB and a core for a while; more at once would starve everything else. */
const PARALLEL_HASHES = 2

/** scrypt with OWASP's parameters (N = 2^14, r = 8, p = 5); tests pass a smaller cost. */
export function createPasswordHasher({ cost = 16_384 }: { readonly cost?: number } = {}): PasswordHasher {
  const scrypt = new Scrypt({ cost, blockSize: 8, parallelization: 5, maxMemory: 64 * 1024 * 1024 })
  const queue = new PQueue({ concurrency: PARALLEL_HASHES })
  const unknownUserHash = scrypt.make(createSecret())
  return {
    make: password => queue.add(() => scrypt.make(password)),
    verify: (storedHash, password) => queue.add(async () => {
      const matches = await scrypt.verify(storedHash ?? await unknownUserHash, password)
      return matches && storedHash !== undefined
    }),
  }
}
