import { useEventListener } from '@vueuse/core'
import type { AnswerApproval } from '#shared/run'
import type { AppErrorView } from '~/utils/wording/describe-error'
import { readApiError } from '~/utils/read-api-error'

/** A person's answers to calls that wait. Why one failed belongs to its call, where it can be given again. */
export function useApprovalAnswers(reload: () => Promise<void>) {
  const api = useApi()
  const { ofThrown } = useAppError()
  /** By call; absent while an answer is on its way or was accepted. */
  const answerErrors = shallowRef<ReadonlyMap<string, AppErrorView>>(new Map())

  async function answer(runId: string, given: Pick<AnswerApproval, 'callId' | 'decision' | 'note'>) {
    answerErrors.value = new Map([...answerErrors.value].filter(([callId]) => callId !== given.callId))
    try {
      await api(`/api/runs/${runId}/approvals`, { method: 'POST', body: { ...given, scope: 'once' } })
    }
    catch (thrown) {
      answerErrors.value = new Map([...answerErrors.value, [given.callId, ofThrown(thrown)]])
      // The server rejected it, so another tab may have answered or stopped the run. Without a server there is nothing to load.
      if (readApiError(thrown).requestId) await reload()
    }
  }

  /** For when the server is back: that an answer did not reach it is no longer news. */
  function clearErrors() {
    answerErrors.value = new Map()
  }

  useEventListener('online', clearErrors)
  useReconnect(clearErrors)
  return { answerErrors, answer, clearErrors }
}
