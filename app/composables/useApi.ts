import type { RunError } from '#shared/run-event'
import { describeError } from '~/utils/wording/describe-error'
import { readApiError } from '~/utils/read-api-error'

/**
 * The one way to the API. Failed requests throw what `useAppError` reads; a session that ended sends the person
 * to the sign-in page and back to where they were.
 */
export function useApi() {
  const { session } = useSession()
  const route = useRoute()
  const isDisconnected = useIsDisconnected()

  return $fetch.create({
    onRequestError({ options }) {
      if (!options.signal?.aborted) isDisconnected.value = true
    },
    onResponse() {
      isDisconnected.value = false
    },
    async onResponseError({ response }) {
      if (response.status !== 401 || import.meta.server) return
      session.value = null
      await navigateTo({ path: '/login', query: { next: route.fullPath } })
    },
  })
}

/** From whatever a request threw, or a run's error, to one message and one action for the reader. */
export function useAppError() {
  const { isAdmin } = useSession()
  return {
    ofThrown: (thrown: unknown) => describeError(readApiError(thrown), isAdmin.value),
    ofCode: (error: Pick<RunError, 'code' | 'message' | 'kind'>) => describeError(error, isAdmin.value),
  }
}
