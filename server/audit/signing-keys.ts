import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'

/** What stands before the 32 bytes of an Ed25519 key in its standard forms (RFC 8410). */
const PRIVATE_KEY_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_KEY_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

export interface SigningKeys {
  readonly keyId: string
  /** Ed25519, hexadecimal. */
  readonly publicKey: string
  /** The signature, hexadecimal. */
  sign(bytes: Buffer): string
  /** Whether this server holds the key or is configured to trust it. */
  knows(publicKey: string): boolean
}

interface KeyMaterial {
  /** 32 bytes each. The first signs; the others once did. */
  readonly seeds: readonly Buffer[]
  /** Of keys that signed earlier and are lost, hexadecimal. */
  readonly trustedPublicKeys: readonly string[]
}

export function createSigningKeys({ seeds, trustedPublicKeys }: KeyMaterial): SigningKeys {
  const [signer, ...earlier] = seeds.map(toPrivateKey)
  if (!signer) throw new Error('There is no key to sign the audit log with.')
  const publicKey = toPublicKey(signer)
  const known = new Set([publicKey, ...earlier.map(toPublicKey), ...trustedPublicKeys])
  return {
    keyId: toKeyId(publicKey),
    publicKey,
    sign: bytes => sign(null, bytes, signer).toString('hex'),
    knows: candidate => known.has(candidate),
  }
}

export function isSignedBy(publicKey: string, bytes: Buffer, signature: string): boolean {
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_KEY_HEAD, Buffer.from(publicKey, 'hex')]), format: 'der', type: 'spki' })
  return verify(null, bytes, key, Buffer.from(signature, 'hex'))
}

/** Short enough to be compared by a person. */
export function toKeyId(publicKey: string): string {
  return hash('sha256', Buffer.from(publicKey, 'hex')).slice(0, 16)
}

function toPrivateKey(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_HEAD, seed]), format: 'der', type: 'pkcs8' })
}

function toPublicKey(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_KEY_HEAD.length).toString('hex')
}
