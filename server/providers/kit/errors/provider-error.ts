import type { ErrorCode } from '#shared/api-error'
import type { ProviderErrorKind } from '#shared/provider-error'
import { AppError } from '#server/errors'
import { classifyError, isRedirect } from './classify-error'
import { readVendorSentence } from './vendor-sentence'

export interface ProviderErrorDetails {
  /** HTTP status; absent when the vendor was not reached. Adapters translate in-stream errors to one themselves. */
  readonly status?: number
  /** The vendor's own error type or code. */
  readonly type?: string
  readonly message: string
  readonly retryAfterMs?: number
  /** What the vendor itself says about another attempt. */
  readonly shouldRetry?: boolean
  /** Where a redirect leads, as a base URL. */
  readonly redirectAddress?: string
  readonly cause: unknown
  /** The provider's name as a person reads it. */
  readonly label: string
}

const CODES: Readonly<Record<ProviderErrorKind, ErrorCode>> = {
  'auth': 'provider-rejected',
  'quota': 'provider-rejected',
  'rate-limited': 'provider-rate-limited',
  'overloaded': 'provider-unavailable',
  'context-length': 'provider-rejected',
  'content-filter': 'provider-rejected',
  'bad-request': 'provider-rejected',
  'unavailable': 'provider-unavailable',
  'unreachable': 'provider-unavailable',
  'protocol': 'provider-protocol',
}
/** Errors that are likely to be temporary. */
const PASSING: ReadonlySet<ProviderErrorKind> = new Set(['rate-limited', 'overloaded', 'unavailable', 'unreachable'])

/** A vendor's failure in our codes, worded for the person who waits for the answer. */
export function createProviderError(details: ProviderErrorDetails): AppError {
  const { cause, label, retryAfterMs, shouldRetry } = details
  const kind = classifyError(details)
  if (kind === 'protocol') {
    return createProtocolError(label, { what: `answered with status ${details.status} in a form that cannot be read`, cause })
  }
  // An empty account stays empty, whatever a proxy's header says.
  const retryable = kind !== 'quota' && (shouldRetry ?? PASSING.has(kind))
  return new AppError(CODES[kind], describe(details, kind), { cause, kind, retryable, ...(retryable && { retryAfterMs }) })
}

/** The vendor answered, but not in its own protocol. `what` continues the sentence that begins with the label. */
export function createProtocolError(
  label: string, details: { readonly what: string, readonly cause?: unknown, readonly retryable?: boolean },
): AppError {
  return new AppError('provider-protocol', `${label} ${details.what}. Try again; if it keeps happening, check the base URL.`, {
    cause: details.cause, kind: 'protocol', retryable: details.retryable,
  })
}

/** What happened, and what to do about it. */
function describe(details: ProviderErrorDetails, kind: Exclude<ProviderErrorKind, 'protocol'>): string {
  const { label, status } = details
  switch (kind) {
    case 'auth':
      return status === 403
        ? `${label} does not allow this key to do that. Check the key's rights, or choose another model.${quote(details)}`
        : `${label} rejected the key. Check it in this provider's settings.`
    case 'quota':
      return describeQuota(details)
    case 'rate-limited':
      return `${label} limits how often it may be asked. Wait a moment and try again.`
    case 'overloaded':
      return `${label} is overloaded right now (status ${status}). Try again in a moment, or choose another model.`
    case 'context-length':
      return status === 413
        ? `The conversation is too large for ${label}. Start a new one, or remove attachments.`
        : `The conversation is longer than this model of ${label} can read. Start a new chat, or choose a model with a larger `
          + `context window.${quote(details)}`
    case 'content-filter':
      return `${label} refused this because of its content rules. Word it differently, or choose another model.${quote(details)}`
    case 'unavailable':
      return `${label} cannot answer right now (status ${status}). Try again in a moment.`
    case 'unreachable':
      return `${label} could not be reached. Check its address and the network, then try again.`
    case 'bad-request':
      return describeRejection(details)
    default:
      return kind satisfies never
  }
}

function describeQuota({ label, status, type }: ProviderErrorDetails): string {
  if (type === DAILY_LIMIT) return `${label} has answered as often as this key may ask in one day. Go on tomorrow, or choose another model.`
  if (status === 402) return `${label} asks for payment. Check billing there, or choose another model.`
  return `${label} reports that the account has no credit left. Check billing there, or choose another model.`
}

/** A type of our own, for a limit that only another day lifts. */
export const DAILY_LIMIT = 'daily_limit'

function describeRejection(details: ProviderErrorDetails): string {
  const { label, status } = details
  const said = quote(details)
  if (isRedirect(status)) {
    const address = details.redirectAddress ?? 'another address'
    return `${label} sends requests on to ${address} (status ${status}). They carry the key, so they are not sent there: `
      + 'enter the address it leads to in this provider\'s settings.'
  }
  if (status === 404) return `${label} does not know this model or address. Check the model id and the base URL.${said}`
  return `${label} refused the request (status ${status}).${said || ' Check the model id and the tools offered, or choose another model.'}`
}

function quote({ message }: ProviderErrorDetails): string {
  const sentence = readVendorSentence(message)
  return sentence === '' ? '' : ` It said: ${sentence}`
}
