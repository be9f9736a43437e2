import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { AppError } from '#server/errors'

/** Encrypts secrets at rest (AES-256-GCM). `binding` says what a secret belongs to; it opens only under the very same one. */
export interface SecretBox {
  seal(secret: string, binding: string): string
  open(sealed: string, binding: string): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts under the first key; the key's id is stored with each secret, so that older keys still open theirs. */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const keysById = new Map(keys.map(key => [identify(key), key]))
  const [current] = keys
  if (!current) throw new AppError('misconfigured', 'There is no key to seal secrets with.')

  return {
    seal(secret, binding) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(binding))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return ['v1', identify(current), Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')].join('.')
    },
    open(sealed, binding) {
      const [version, keyId = '', payload = ''] = sealed.split('.')
      const key = keysById.get(keyId)
      if (version !== 'v1' || !key) {
        throw new AppError(
          'misconfigured', 'A stored secret was sealed with another secrets.key. Put that file back, or type the secret again.',
        )
      }
      return decrypt(key, Buffer.from(payload, 'base64url'), binding)
    },
  }
}

function decrypt(key: Buffer, bytes: Buffer, binding: string): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(binding)).setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
  }
  catch (cause) {
    throw new AppError(
      'misconfigured', 'A stored secret was changed or belongs to something else, so it was not used. Type it again.', { cause },
    )
  }
}

function identify(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 12)
}
