import type { ProviderErrorKind } from '#shared/provider-error'

interface ReportedError {
  readonly status?: number
  readonly type?: string
  readonly message: string
}

/** 429s and 400s that a retry cannot fix. */
const EXHAUSTED_TYPES: ReadonlySet<string> = new Set(['insufficient_quota', 'billing_error', 'billing_hard_limit_reached', 'daily_limit'])
const EXHAUSTED_TEXT = /credit balance is too low|exceeded your current quota|reached your specified api usage limits|insufficient (?:balance|credits)/i

const CONTEXT_TYPES: ReadonlySet<string> = new Set([
  'context_length_exceeded', 'exceed_context_size_error', 'request_too_large', 'model_context_window_exceeded',
])
/**
 * How servers say that a conversation does not fit: Anthropic, Anthropic (with max_tokens), OpenAI and vLLM, llama.cpp,
 * Gemini, Mistral, Groq, OpenAI (one request above the limit of a minute), LM Studio.
 */
const CONTEXT_TEXT: readonly RegExp[] = [
  /prompt is too long/i,
  /input length and `?max_tokens`? exceed/i,
  /maximum context length/i,
  /exceed[^.]{0,70}context (?:length|window|size)|context (?:length|window|size)[^.]{0,60}exceed/i,
  /input token count[^.]{0,60}exceeds the maximum/i,
  /too large for model with/i,
  /reduce the length of the (?:messages|prompt|input)/i,
  /request too large for/i,
  /tokens to keep from the initial prompt/i,
]

const FILTER_TYPES: ReadonlySet<string> = new Set([
  'content_filter', 'content_policy_violation', 'bio_policy', 'misalignment_policy_violation', 'invalid_prompt',
])
/** Statuses below 500 where a retry may succeed. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 409, 425])
/** 529 is Anthropic's own; any overloaded server sends 503. */
const OVERLOADED_STATUSES: ReadonlySet<number> = new Set([503, 529])

/** `socketFetch` does not follow one. */
export function isRedirect(status = 0): boolean {
  return status >= 300 && status < 400
}

/** What a vendor means stands in its first sentences; its whole answer may be megabytes. */
const MAX_READ_LENGTH = 10_000

/** Which kind of error this is. What the vendor says comes before its status, which is often too coarse. */
export function classifyError({ status, type = '', message: whole }: ReportedError): ProviderErrorKind {
  const message = whole.slice(0, MAX_READ_LENGTH)
  if (EXHAUSTED_TYPES.has(type) || status === 402 || EXHAUSTED_TEXT.test(message)) return 'quota'
  if (status === undefined) return 'unreachable'
  if (isRedirect(status)) return 'bad-request'
  if (status < 400) return 'protocol'
  if (status === 401 || status === 403) return 'auth'
  if (status === 413 || CONTEXT_TYPES.has(type) || CONTEXT_TEXT.some(pattern => pattern.test(message))) return 'context-length'
  if (FILTER_TYPES.has(type)) return 'content-filter'
  if (status === 429) return 'rate-limited'
  if (OVERLOADED_STATUSES.has(status)) return 'overloaded'
  return status >= 500 || TRANSIENT_STATUSES.has(status) ? 'unavailable' : 'bad-request'
}
