import type { ErrorCode } from '#shared/api-error'
import { AppError } from '../../errors'

interface VendorFault {
  /** HTTP status; absent for a broken connection and for an error inside a stream. */
  readonly status?: number
  /** The vendor's own error word, such as `overloaded_error`. */
  readonly type?: string
  /** The vendor's sentence. */
  readonly message: string
  readonly retryAfterMs?: number
  readonly cause?: unknown
  /** The provider's label, for the person. */
  readonly label: string
}

const RATE_WORDS = ['rate_limit', 'resource_exhausted', 'too_many_requests']
const BUSY_WORDS = ['overloaded', 'unavailable', 'api_error', 'server_error', 'internal', 'timeout', 'deadline_exceeded']
const KEY_WORDS = ['authentication', 'permission', 'invalid_api_key', 'unauthenticated', 'api_key']
/** Out of money is no matter of patience. */
const QUOTA_WORDS = ['insufficient_quota', 'billing']
const SHOWN_CHARACTERS = 300

/** One error for all vendors: what happened, and what a person can do about it. The body stays in `cause`. */
export function createProviderError(fault: VendorFault): AppError {
  const kind = classify(fault)
  const sentence = cleanSentence(fault.message)
  return new AppError(kind.code, kind.describe(fault.label, sentence), { cause: fault.cause, retryable: kind.retryable, retryAfterMs: fault.retryAfterMs })
}

interface FaultKind {
  readonly code: ErrorCode
  readonly retryable: boolean
  readonly describe: (label: string, sentence: string) => string
}

const KEY_REFUSED: FaultKind = { code: 'provider-rejected', retryable: false, describe: label => `${label} refused the key. Check it under Admin, Providers.` }
const QUOTA_USED_UP: FaultKind = { code: 'provider-rejected', retryable: false, describe: (label, sentence) => `${label} says that the account's quota is used up: ${sentence}` }
const RATE_LIMITED: FaultKind = { code: 'provider-rate-limited', retryable: true, describe: label => `${label} is limiting the rate of requests. Try again in a while.` }
const BUSY: FaultKind = { code: 'provider-unavailable', retryable: true, describe: (label, sentence) => `${label} could not answer: ${sentence}` }
const REJECTED: FaultKind = { code: 'provider-rejected', retryable: false, describe: (label, sentence) => `${label} refused the request: ${sentence}` }

function classify({ status, type = '', message }: VendorFault): FaultKind {
  const word = type.toLowerCase()
  const says = (words: readonly string[]) => words.some(candidate => word.includes(candidate))
  if (says(QUOTA_WORDS) || status === 402) return QUOTA_USED_UP
  if (status === 429 || says(RATE_WORDS)) return RATE_LIMITED
  if (status === 401 || status === 403 || says(KEY_WORDS) || /api key not valid/i.test(message)) return KEY_REFUSED
  if (status === undefined || status >= 500 || status === 408 || status === 409 || says(BUSY_WORDS)) return BUSY
  return REJECTED
}

/** A vendor's sentence without markup and without anything shaped like a key. */
function cleanSentence(message: string): string {
  const text = message
    .replace(/<[^>]*>/g, ' ')
    .replace(/\b(?:sk|pk|key|AIza|pb)[-_A-Za-z0-9]{12,}/g, '[removed]')
    .replace(/\bBearer\s+\S+/gi, 'Bearer [removed]')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text || 'no reason was given.'
}
