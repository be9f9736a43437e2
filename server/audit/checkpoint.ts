import { hash } from 'node:crypto'
import { type AuditCheckpoint, auditCheckpointSchema } from '#shared/audit-checkpoint'
import { toHashedText } from './hash-chain'
import { isSignedBy, type SigningKeys, toKeyId } from './signing-keys'

/** Keeps signed statements apart from the other hashed texts. */
const PREFIX = Buffer.from([0x03])

/** The order is part of the format: another one makes every earlier signature wrong. */
const SIGNED_FIELDS = [
  'n', 'firstSeq', 'lastSeq', 'segmentRoot', 'chainHead', 'prevCheckpointHash', 'createdAt', 'keyId', 'publicKey',
] as const satisfies readonly (keyof AuditCheckpoint)[]

type Signed = Omit<AuditCheckpoint, 'signature'>
export type Segment = Omit<Signed, 'keyId' | 'publicKey'>

/** Signs 0x03 ‖ fields in fixed order, each behind its length. */
export function signCheckpoint(segment: Segment, { keyId, publicKey, sign }: SigningKeys): AuditCheckpoint {
  const signed = { ...segment, keyId, publicKey }
  return { ...signed, signature: sign(toSignedBytes(signed)) }
}

/** Whether it is what the holder of its own public key signed; who that is, is another question. */
export function hasRightSignature(checkpoint: AuditCheckpoint): boolean {
  return checkpoint.keyId === toKeyId(checkpoint.publicKey) && isSignedBy(
    checkpoint.publicKey, toSignedBytes(checkpoint), checkpoint.signature,
  )
}

/** SHA-256 over the signed bytes and the signature, hexadecimal: what the next checkpoint names. */
export function hashCheckpoint(checkpoint: AuditCheckpoint): string {
  return hash('sha256', Buffer.concat([toSignedBytes(checkpoint), Buffer.from(checkpoint.signature, 'hex')]))
}

/** Its fields in fixed order: the same checkpoint gives the same line, wherever it is read from. */
export function toCheckpointLine(checkpoint: AuditCheckpoint): string {
  return JSON.stringify(Object.fromEntries([...SIGNED_FIELDS, 'signature' as const].map(field => [field, checkpoint[field]])))
}

/** `undefined` for a line that is no checkpoint. */
export function parseCheckpointLine(line: string): AuditCheckpoint | undefined {
  try {
    return auditCheckpointSchema.safeParse(JSON.parse(line)).data
  }
  catch {
    return undefined
  }
}

function toSignedBytes(checkpoint: Signed): Buffer {
  return Buffer.concat([PREFIX, Buffer.from(SIGNED_FIELDS.map(field => toHashedText(checkpoint[field])).join(''))])
}
