import type { RunSummary, StartRun } from '#shared/run'
import type { Conversation, ConversationDetail } from '#shared/conversation'
import { applyRunEvents, emptyRunView, foldRunEvents, type RunView } from '#shared/run-view'
import type { AppErrorView } from '~/utils/describe-error'
import { isLive } from '~/utils/run-status'

export interface RunRequest { readonly input: string, readonly model: string, readonly tools: StartRun['tools'], readonly settings: StartRun['settings'] }

/** One conversation as it is on the server: its runs folded from their events, the live one followed. */
export function useChat(conversationId: string) {
  const api = useApi()
  const errors = useAppError()
  const conversation = shallowRef<Conversation | null>(null)
  const runs = shallowRef<readonly RunView[]>([])
  const isLoaded = ref(false)
  const isSending = ref(false)
  /** Text of a run whose first event has not come yet. */
  const pendingInput = ref<string | null>(null)
  const problem = shallowRef<AppErrorView | null>(null)
  const live = computed(() => runs.value.findLast(isLive) ?? null)
  const { skewMs, observe } = useServerClock()

  const { connection, follow, close, retryNow } = useRunEvents({
    after: () => live.value?.lastSequence ?? 0,
    onEvents: (events) => {
      const run = live.value
      if (!run) return
      observe(events)
      put(applyRunEvents(run, events))
    },
    onEnd: () => announceRun(),
  })

  function put(view: RunView) {
    if (view.input.length) pendingInput.value = null
    const known = runs.value.some(run => run.runId === view.runId)
    runs.value = known ? runs.value.map(run => run.runId === view.runId ? view : run) : [...runs.value, view]
  }

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    problem.value = null
    try {
      return await work()
    }
    catch (thrown) {
      problem.value = errors.ofThrown(thrown)
      return undefined
    }
  }

  /** What has been folded here already may be ahead of the stored events: it is kept. */
  async function load() {
    const detail = await attempt(() => api<ConversationDetail>(`/api/conversations/${conversationId}`))
    isLoaded.value = true
    if (!detail) return
    conversation.value = detail
    runs.value = detail.runs.map(({ id, events, state, model }) => {
      const held = runs.value.find(run => run.runId === id)
      const stored = foldRunEvents(id, events)
      if (held && held.lastSequence >= stored.lastSequence) return held
      return stored.lastSequence ? stored : { ...stored, state, model }
    })
    followLive()
  }

  function followLive() {
    if (live.value) follow(live.value.runId)
    else close()
  }

  async function send({ input, model, tools, settings }: RunRequest) {
    isSending.value = true
    pendingInput.value = input
    const started = await attempt(() => api<{ run: RunSummary }>(`/api/conversations/${conversationId}/runs`, {
      method: 'POST', body: { input, model, tools, settings },
    }))
    isSending.value = false
    if (!started) {
      pendingInput.value = null
      return false
    }
    put({ ...emptyRunView(started.run.id), state: started.run.state, model })
    followLive()
    announceRun()
    return true
  }

  const { answerErrors, answer } = useApprovalAnswers(load)
  const post = (runId: string, action: string) => attempt(() => api(`/api/runs/${runId}/${action}`, { method: 'POST' }))

  async function stop() {
    if (live.value) await post(live.value.runId, 'cancel')
  }

  async function resume(runId: string) {
    await post(runId, 'resume')
    if (problem.value) return
    runs.value = runs.value.map(run => run.runId === runId ? { ...run, state: 'running', endedAt: undefined, error: undefined } : run)
    followLive()
    announceRun()
  }

  const announceRun = useRunNews(conversationId, () => {
    if (!live.value) void load()
  })

  return { conversation, runs, live, isLoaded, isSending, pendingInput, problem, connection, skewMs, load, send, stop, answer, answerErrors, resume, retryNow }
}
