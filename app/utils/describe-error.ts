import type { ProviderFaultKind } from '#shared/provider-fault'
import type { ReadApiError } from './read-api-error'

/** What the button beside an error does: go somewhere, or one of the actions that only its screen can do. */
export type ErrorAction
  = | { readonly kind: 'link', readonly label: string, readonly to: string }
    | { readonly kind: 'retry' | 'choose-model' | 'new-chat', readonly label: string }

export interface AppErrorView {
  readonly title: string
  readonly message: string
  readonly action?: ErrorAction
  readonly requestId?: string
}

type Description = Pick<AppErrorView, 'title' | 'action'>

const RETRY: ErrorAction = { kind: 'retry', label: 'Try again' }
const PROVIDERS: ErrorAction = { kind: 'link', label: 'Open providers', to: '/admin/providers' }
const CHOOSE_MODEL: ErrorAction = { kind: 'choose-model', label: 'Choose another model' }

/** One message and one fitting button for each code, and for each kind of a provider's failure. `message` was written for its reader by the server and is kept. */
export function describeError(error: Pick<ReadApiError, 'message' | 'requestId'> & { readonly code: string, readonly kind?: ProviderFaultKind }, isAdmin: boolean): AppErrorView {
  const { title, action } = (error.kind && FAULTS[error.kind](isAdmin)) ?? DESCRIPTIONS[error.code]?.(isAdmin) ?? { title: 'Something went wrong', action: RETRY }
  return { title, message: error.message, action, requestId: error.requestId }
}

const providerProblem = (title: string) => (isAdmin: boolean): Description => ({ title, action: isAdmin ? PROVIDERS : CHOOSE_MODEL })

const FAULTS: Readonly<Record<ProviderFaultKind, (isAdmin: boolean) => Description>> = {
  'auth': providerProblem('The provider does not accept the key'),
  'quota': () => ({ title: 'The account at the provider is used up', action: CHOOSE_MODEL }),
  'rate-limited': () => ({ title: 'The provider is rate limiting', action: RETRY }),
  'overloaded': () => ({ title: 'The provider is overloaded', action: RETRY }),
  'context-length': () => ({ title: 'This conversation is too long for the model', action: { kind: 'new-chat', label: 'Start a new chat' } }),
  'content-filter': () => ({ title: 'The provider refused this because of its content rules', action: CHOOSE_MODEL }),
  'bad-request': () => ({ title: 'The provider refused the request', action: CHOOSE_MODEL }),
  'unavailable': () => ({ title: 'The provider cannot be reached', action: RETRY }),
  'protocol': () => ({ title: 'The provider broke off its answer', action: RETRY }),
}

const DESCRIPTIONS: Readonly<Record<string, (isAdmin: boolean) => Description>> = {
  'unauthenticated': () => ({ title: 'You are signed out', action: { kind: 'link', label: 'Sign in', to: '/login' } }),
  'forbidden': () => ({ title: 'Your role does not allow this' }),
  'not-found': () => ({ title: 'Not found', action: { kind: 'new-chat', label: 'New chat' } }),
  'invalid-request': () => ({ title: 'The request is not valid' }),
  'payload-too-large': () => ({ title: 'That is too large' }),
  'conflict': () => ({ title: 'It changed meanwhile', action: { kind: 'retry', label: 'Reload' } }),
  'unprocessable': () => ({ title: 'That cannot be done', action: CHOOSE_MODEL }),
  'rate-limited': () => ({ title: 'Too many requests', action: RETRY }),
  'unsupported-by-provider': () => ({ title: 'This model cannot do that', action: CHOOSE_MODEL }),
  'provider-rejected': providerProblem('The provider refused the request'),
  'provider-rate-limited': () => ({ title: 'The provider is rate limiting', action: RETRY }),
  'provider-unavailable': () => ({ title: 'The provider cannot be reached', action: RETRY }),
  'provider-protocol': () => ({ title: 'The provider broke off its answer', action: RETRY }),
  'misconfigured': providerProblem('Something is not set up'),
  'storage-unavailable': () => ({ title: 'The database is not available', action: RETRY }),
}
