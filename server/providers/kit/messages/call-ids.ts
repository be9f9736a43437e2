import { createHash } from 'node:crypto'

/** The form in which a vendor takes the ids of calls. */
export interface CallIdRule {
  /** Matches one allowed character. */
  readonly allowed: RegExp
  readonly minLength: number
  readonly maxLength: number
}

/** The ids that the calls of one request bear on the wire: each once, and in the vendor's form. */
export interface CallIds {
  isUsed(id: string): boolean
  /**
   * The id of a call and of its result. A vendor's own id goes back to it as it came; ours is fitted to the rule.
   * Calls are given in the order of the conversation, so a call keeps its id in every later request.
   */
  assign(callId: string, vendorId?: string): string
}

const HASH_LENGTH = 16

export function createCallIds(rule: CallIdRule): CallIds {
  const used = new Set<string>()
  return {
    isUsed: id => used.has(id),
    assign: (callId, vendorId) => {
      const id = vendorId && !used.has(vendorId) ? vendorId : findFreeId(callId, rule, used)
      used.add(id)
      return id
    },
  }
}

function findFreeId(callId: string, rule: CallIdRule, used: ReadonlySet<string>): string {
  if (fitsCallIdRule(callId, rule) && !used.has(callId)) return callId
  for (let attempt = 0; ; attempt += 1) {
    const id = hashCallId(attempt === 0 ? callId : `${callId}#${attempt}`, rule)
    if (!used.has(id)) return id
  }
}

function fitsCallIdRule(callId: string, { allowed, minLength, maxLength }: CallIdRule): boolean {
  return callId.length >= minLength && callId.length <= maxLength && [...callId].every(character => allowed.test(character))
}

/** A readable head and a hash, or the hash alone where there is no room for both. */
function hashCallId(callId: string, { allowed, maxLength }: CallIdRule): string {
  const hash = createHash('sha256').update(callId).digest('hex')
  const headLength = maxLength - HASH_LENGTH - 1
  if (headLength < 1 || !allowed.test('_')) return hash.slice(0, maxLength)
  const head = [...callId].map(character => allowed.test(character) ? character : '_').join('').slice(0, headLength)
  return `${head}_${hash.slice(0, HASH_LENGTH)}`
}
