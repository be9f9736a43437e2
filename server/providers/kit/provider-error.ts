import { AppError } from '#server/errors'
import { readVendorSentence } from './vendor-sentence'

interface ProviderFault {
  /** HTTP status; absent when the vendor was not reached. Adapters translate in-stream errors to one themselves. */
  readonly status?: number
  /** The vendor's own error type or code. */
  readonly type?: string
  readonly message: string
  readonly retryAfterMs?: number
  readonly cause: unknown
  /** The provider's name as a person reads it. */
  readonly label: string
}

/** 429s that no waiting mends. */
const EXHAUSTED_TYPES: ReadonlySet<string> = new Set(['insufficient_quota', 'billing_error', 'billing_hard_limit_reached'])
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 409, 425])

/** A vendor's failure in our codes, worded for the person who waits for the answer. */
export function createProviderError(fault: ProviderFault): AppError {
  const { status, type, label, cause, retryAfterMs } = fault
  if (type !== undefined && EXHAUSTED_TYPES.has(type)) return rejected(fault, `${label} reports that the account has no credit left. Check billing there, or choose another model.`)
  if (status === undefined) {
    return new AppError('provider-unavailable', `${label} could not be reached. Check the address and the network, then try again.`, { cause, retryable: true, retryAfterMs })
  }
  if (status === 429) {
    return new AppError('provider-rate-limited', `${label} limits how often it may be asked. Wait a moment and try again.`, { cause, retryable: true, retryAfterMs })
  }
  if (status >= 500 || TRANSIENT_STATUSES.has(status)) {
    return new AppError('provider-unavailable', `${label} cannot answer right now (status ${status}). Try again in a moment.`, { cause, retryable: true, retryAfterMs })
  }
  if (status < 400) return createProtocolError(label, { what: `answered with status ${status} in a form that cannot be read`, cause })
  return rejected(fault, describeRefusal(fault, status))
}

/** The vendor answered, but not in its own protocol. `what` continues the sentence that begins with the label. */
export function createProtocolError(label: string, fault: { readonly what: string, readonly cause?: unknown, readonly retryable?: boolean }): AppError {
  return new AppError('provider-protocol', `${label} ${fault.what}. Try again; if it keeps happening, check the base URL.`, { cause: fault.cause, retryable: fault.retryable })
}

function rejected(fault: ProviderFault, message: string): AppError {
  return new AppError('provider-rejected', message, { cause: fault.cause })
}

function describeRefusal({ label, message }: ProviderFault, status: number): string {
  if (status === 401) return `${label} refused the key. Check it under Admin > Providers.`
  if (status === 402) return `${label} asks for payment. Check billing there, or choose another model.`
  const sentence = readVendorSentence(message)
  const said = sentence === '' ? '' : ` It said: ${sentence}`
  if (status === 403) return `${label} does not allow this key to do that. Check the key's rights, or choose another model.${said}`
  if (status === 404) return `${label} does not know this model or address. Check the model id and the base URL.${said}`
  if (status === 413) return `The conversation is too large for ${label}. Start a new one, or remove attachments.`
  return `${label} refused the request (status ${status}).${said || ' Check the model id and the tools offered, or choose another model.'}`
}
