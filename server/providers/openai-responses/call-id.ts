import { createHash } from 'node:crypto'

const MAX_LENGTH = 64
const HASH_LENGTH = 16

/** The service refuses a longer `call_id`. Shortened alike on a call and on its output, so that they still meet. */
export function clampCallId(callId: string): string {
  if (callId.length <= MAX_LENGTH) return callId
  const hash = createHash('sha256').update(callId).digest('hex').slice(0, HASH_LENGTH)
  return `${callId.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${hash}`
}
