import type { FieldIssue } from '#shared/api-error'
import type { ProviderErrorKind } from '#shared/provider-error'
import type { RunErrorCode } from '#shared/run-event'
import type { ReadApiError } from '~/utils/read-api-error'

/** What the button beside an error does: go somewhere, or one of the actions that only its screen can do. */
export type ErrorAction
  = | { readonly kind: 'link', readonly label: string, readonly to: string }
    | { readonly kind: 'retry' | 'choose-model' | 'new-chat', readonly label: string }

export interface AppErrorView {
  readonly code: RunErrorCode
  readonly title: string
  readonly message: string
  /** The most likely fix comes first. */
  readonly actions: readonly ErrorAction[]
  readonly requestId?: string
  /** No server answered: the error is gone once one does. */
  readonly isOffline?: true
}

interface Description {
  readonly title: string
  readonly actions: readonly ErrorAction[]
  /** The settings of the provider may be what has to change, which only an administrator can do. */
  readonly isInSettings?: boolean
  /** Default: the message of the error. */
  readonly message?: string
}

type DescribedError = Pick<ReadApiError, 'message' | 'requestId' | 'details' | 'isOffline'> & {
  readonly code: RunErrorCode
  readonly kind?: ProviderErrorKind
}

const RETRY: ErrorAction = { kind: 'retry', label: 'Try again' }
const PROVIDERS: ErrorAction = { kind: 'link', label: 'Open providers', to: '/admin/providers' }
const CHOOSE_MODEL: ErrorAction = { kind: 'choose-model', label: 'Choose another model' }
const ASK_AN_ADMIN = 'Ask an administrator to check the provider settings.'

/** The error of a turn: any can be repeated while it is the last one, and none after that. */
export function forTurn(error: AppErrorView, isLast: boolean): AppErrorView {
  const others = error.actions.filter(action => action.kind !== 'retry')
  if (!isLast) return { ...error, actions: others }
  return others.length === error.actions.length ? { ...error, actions: [...others, RETRY] } : error
}

/**
 * One message and its fitting buttons for each code, and for each kind of a provider's error. `message` was written for
 * its reader by the server and is kept.
 */
export function describeError(error: DescribedError, isAdmin: boolean): AppErrorView {
  const description = describe(error, isAdmin) ?? { title: error.isOffline ? 'No connection' : 'Something went wrong', actions: [RETRY] }
  const { title, actions, message: written = error.message, isInSettings = false } = description
  const message = isInSettings && !isAdmin ? `${written} ${ASK_AN_ADMIN}` : written
  return { code: error.code, title, message, actions, requestId: error.requestId, ...(error.isOffline && { isOffline: true }) }
}

function describe(error: DescribedError, isAdmin: boolean): Description | undefined {
  if (error.kind) return PROVIDER_ERRORS[error.kind](isAdmin)
  return describeField(error, isAdmin) ?? DESCRIPTIONS[error.code]?.(isAdmin)
}

/** Of the fields of a request, a person chooses the model and writes the input. */
function describeField({ details }: DescribedError, isAdmin: boolean): Description | undefined {
  if (findIssue(details, 'model')) {
    return { title: 'Model not available', actions: isAdmin ? [CHOOSE_MODEL, PROVIDERS] : [CHOOSE_MODEL] }
  }
  const input = findIssue(details, 'input')
  // The request's own message names the body and the field of the API, which mean nothing to the author of a message.
  return input && { title: 'Could not send the message', message: input.message, actions: [] }
}

function findIssue(details: unknown, field: string): FieldIssue | undefined {
  return Array.isArray(details) ? details.find((issue: Partial<FieldIssue> | null) => issue?.field === field) : undefined
}

const inSettings = (title: string, instead: ErrorAction) => (isAdmin: boolean): Description => ({
  title, actions: isAdmin ? [PROVIDERS] : [instead], isInSettings: true,
})
const perhapsInSettings = (title: string, first: ErrorAction) => (isAdmin: boolean): Description => ({
  title, actions: isAdmin ? [first, PROVIDERS] : [first],
})

const PROVIDER_ERRORS: Readonly<Record<ProviderErrorKind, (isAdmin: boolean) => Description>> = {
  'auth': inSettings('Invalid API key', CHOOSE_MODEL),
  'quota': () => ({ title: 'Provider quota exceeded', actions: [CHOOSE_MODEL] }),
  'rate-limited': () => ({ title: 'Provider rate limit reached', actions: [RETRY] }),
  'overloaded': () => ({ title: 'The provider is overloaded', actions: [RETRY] }),
  'context-length': () => ({
    title: 'Conversation too long for this model', actions: [{ kind: 'new-chat', label: 'Start a new chat' }],
  }),
  'content-filter': () => ({ title: 'Blocked by the provider’s content filter', actions: [CHOOSE_MODEL] }),
  'bad-request': perhapsInSettings('The provider rejected the request', CHOOSE_MODEL),
  'unavailable': () => ({ title: 'Provider unavailable', actions: [RETRY] }),
  'unreachable': isAdmin => ({
    title: 'Could not reach the provider', actions: [isAdmin ? PROVIDERS : CHOOSE_MODEL, RETRY], isInSettings: true,
  }),
  'protocol': perhapsInSettings('Provider connection interrupted', RETRY),
}

const DESCRIPTIONS: Readonly<Partial<Record<RunErrorCode, (isAdmin: boolean) => Description>>> = {
  'unauthenticated': () => ({ title: 'You are signed out', actions: [{ kind: 'link', label: 'Sign in', to: '/login' }] }),
  'forbidden': () => ({ title: 'Your role does not allow this', actions: [] }),
  'not-found': () => ({ title: 'Not found', actions: [{ kind: 'new-chat', label: 'New chat' }] }),
  'invalid-request': () => ({ title: 'Invalid request', actions: [] }),
  'payload-too-large': () => ({ title: 'Too large', actions: [] }),
  'conflict': () => ({ title: 'Changed in the meantime', actions: [{ kind: 'retry', label: 'Reload' }] }),
  'unprocessable': () => ({ title: 'Could not complete the request', actions: [CHOOSE_MODEL] }),
  'rate-limited': () => ({ title: 'Too many requests', actions: [RETRY] }),
  'unsupported-by-provider': () => ({ title: 'Not supported by this model', actions: [CHOOSE_MODEL] }),
  'provider-rejected': inSettings('The provider rejected the request', CHOOSE_MODEL),
  'provider-rate-limited': () => ({ title: 'Provider rate limit reached', actions: [RETRY] }),
  'provider-unavailable': () => ({ title: 'Provider unavailable', actions: [RETRY] }),
  'provider-protocol': perhapsInSettings('Provider connection interrupted', RETRY),
  'misconfigured': inSettings('Configuration error', CHOOSE_MODEL),
  'storage-unavailable': () => ({ title: 'Database unavailable', actions: [RETRY] }),
}
