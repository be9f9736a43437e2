import { hash, webcrypto } from 'node:crypto'
import type { ChainedRow, HashedRow, StoredBodies, StoredBody } from '#server/ports/audit-store'

/** Prefix bytes keep the two kinds of hashed text apart: a body can never pass for a row. */
const SALT = /^[0-9a-f]{64}$/
const ROW_PREFIX = Buffer.from([0x00])
const BODY_PREFIX = Buffer.from([0x02])

/** Above this size a body is hashed on a worker thread of the platform, so that streams are not held up. */
const ASYNC_FROM_LENGTH = 64 * 1024

/** The order is part of the format: another one makes every log of before fail verification. */
const HASHED_FIELDS = [
  'seq', 'at', 'kind', 'userId', 'userName', 'conversationId', 'runId', 'step', 'callId', 'executionId',
  'tool', 'source', 'definitionHash', 'success', 'durationMs', 'error', 'inputCommit', 'outputCommit',
] as const satisfies readonly (keyof HashedRow)[]

/** SHA-256(0x02 ‖ salt ‖ body), hexadecimal. The chain holds this in place of the body. */
export async function commitBody(salt: string, body: string): Promise<string> {
  const bytes = Buffer.concat([BODY_PREFIX, Buffer.from(salt, 'hex'), Buffer.from(body)])
  if (bytes.length < ASYNC_FROM_LENGTH) return hash('sha256', bytes)
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

/** The audit hash of a record: SHA-256(0x00 ‖ previous hash ‖ fields in fixed order), hexadecimal. */
export function hashAuditRow(prevHash: string, row: HashedRow): string {
  const fields = HASHED_FIELDS.map(field => toHashedText(row[field])).join('')
  return hash('sha256', Buffer.concat([ROW_PREFIX, Buffer.from(prevHash, 'hex'), Buffer.from(fields)]))
}

/** With its length in front no text can be moved from one field into the next; `-` is the mark of null, `?` of any other object. */
export function toHashedText(value: string | number | boolean | null): string {
  if (value === null) return '-;'
  // Bytes in a text column: no filter finds such a record, so it must not hash like the text that was written.
  if (typeof value === 'object') return '?;'
  const text = typeof value === 'boolean' ? String(Number(value)) : String(value)
  return `${Buffer.byteLength(text)}:${text};`
}

export interface ChainEnd { readonly seq: number, readonly hash: string }

/** Why a row does not follow the one before it, its bodies left aside; absent when it does. */
export function findLinkError(row: ChainedRow, previous: ChainEnd): string | undefined {
  if (row.seq !== previous.seq + 1) return `record ${previous.seq + 1} is missing`
  if (row.prevHash !== previous.hash) return 'it does not follow the record before it'
  return row.hash === hashAuditRow(row.prevHash, row) ? undefined : 'its fields were changed'
}

/** Why a row or one of its bodies is not what was written; absent when all is. */
export async function findRowError(row: ChainedRow & StoredBodies, previous: ChainEnd): Promise<string | undefined> {
  return findLinkError(row, previous)
    ?? await findBodyError('input', row.input, row.inputCommit)
    ?? await findBodyError('output', row.output, row.outputCommit)
}

async function findBodyError(side: string, stored: StoredBody | null, commit: string | null): Promise<string | undefined> {
  if (commit === null) return stored === null ? undefined : `an ${side} was added to it`
  if (stored === null) return `its ${side} is missing`
  // Bytes in a text column: no filter finds them, though their hash is that of the text.
  const isText = typeof stored.body === 'string'
  // A salt of another length could take up the beginning of the body, with the same hash.
  const isSalt = SALT.test(stored.salt)
  if (!isText || !isSalt || commit !== await commitBody(stored.salt, stored.body)) return `its ${side} was changed`
  // No hash covers the size, and readers bound what they load by it.
  return stored.bytes === Buffer.byteLength(stored.body) ? undefined : `the size of its ${side} was changed`
}
