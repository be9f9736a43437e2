import { z } from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A signed statement about a stretch of the audit log. Also one line of the checkpoint file and of the log output. */
export const auditCheckpointSchema = z.strictObject({
  /** 1, 2, 3 … without gaps. */
  n: z.number().int().positive(),
  firstSeq: z.number().int().positive(),
  lastSeq: z.number().int().positive(),
  /** Merkle root (RFC 6962) over the hashes of its records. */
  segmentRoot: hash,
  /** Hash of its last record. */
  chainHead: hash,
  /** 64 zeros in the first one. */
  prevCheckpointHash: hash,
  createdAt: z.string(),
  keyId: z.string(),
  /** Ed25519, hexadecimal. */
  publicKey: hash,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
})
export type AuditCheckpoint = z.infer<typeof auditCheckpointSchema>
