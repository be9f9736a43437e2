import type { ProviderFaultKind } from '#shared/provider-fault'
import { describeError } from '~/utils/describe-error'
import { readApiError } from '~/utils/read-api-error'

/** From whatever a request threw, or a run's error, to one message and one action for the reader. */
export function useAppError() {
  const { isAdmin } = useSession()
  return {
    ofThrown: (thrown: unknown) => describeError(readApiError(thrown), isAdmin.value),
    ofCode: (error: { readonly code: string, readonly message: string, readonly kind?: ProviderFaultKind }) => describeError(error, isAdmin.value),
  }
}
