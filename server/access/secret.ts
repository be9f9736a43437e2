import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as text for cookies, links and tokens. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * What is stored of a random secret. A fast hash is right here: nobody guesses 256 bits, and comparing or looking up
 * hashes tells a timing observer nothing about the secret itself.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
