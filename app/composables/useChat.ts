import type { UserContent } from '#shared/content'
import type { RunSummary } from '#shared/run'
import type { Conversation, ConversationDetail } from '#shared/conversation'
import { applyRunEvents, foldRunEvents } from '#shared/fold-run-events'
import { emptyRunView } from '#shared/run-view'
import type { ChatInput, ChatSettings } from '~/utils/chat-input'
import type { AppErrorView } from '~/utils/wording/describe-error'
import { loadRunEventReader } from '~/utils/read-run-event'
import { isLive } from '~/utils/wording/run-status'

/** One conversation as it is on the server: its runs folded from their events, the live one followed. */
export function useChat(conversationId: string) {
  const api = useApi()
  const errors = useAppError()
  const conversation = shallowRef<Conversation | null>(null)
  const tree = useRunTree()
  const { runs } = tree
  const isLoaded = ref(false)
  const isSending = ref(false)
  /** Text of a message that the server has not accepted yet. */
  const pendingInput = ref<string | null>(null)
  const error = shallowRef<AppErrorView | null>(null)
  const live = computed(() => runs.value.findLast(isLive) ?? null)
  const { skewMs, observe } = useServerClock()

  const { connection, follow, close, retryNow } = useRunEvents({
    after: () => live.value?.lastSequence ?? 0,
    onEvents: (events) => {
      if (!live.value) return
      observe(events)
      tree.update(applyRunEvents(live.value, events))
    },
    onEnd: () => announceRun(),
  })

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    error.value = null
    try {
      return await work()
    }
    catch (thrown) {
      error.value = errors.ofThrown(thrown)
      return undefined
    }
  }

  async function load() {
    const isRead = await attempt(async () => {
      const detail = await api<ConversationDetail>(`/api/conversations/${conversationId}`)
      tree.load(detail.runs.map(({ id, parent, events, state, model }) => {
        const view = foldRunEvents(id, events)
        return { id, parent, view: view.lastSequence ? view : { ...view, state, model } }
      }))
      conversation.value = detail
      return true
    })
    isLoaded.value = true
    if (isRead) followLive()
  }

  function followLive() {
    if (live.value) follow(live.value.runId)
    else close()
  }

  async function start(input: UserContent, body: ChatSettings & { readonly parent?: string | null }): Promise<boolean> {
    isSending.value = true
    // Its first stream needs it; an error is reported there.
    loadRunEventReader().catch(() => undefined)
    const started = await attempt(
      () => api<{ run: RunSummary }>(`/api/conversations/${conversationId}/runs`, { method: 'POST', body: { ...body, input } }),
    )
    isSending.value = false
    if (!started) return false
    const { id, state, parent } = started.run
    const isPathKnown = tree.add({ ...emptyRunView(id), state, model: body.model, input }, parent)
    followLive()
    announceRun()
    if (!isPathKnown) void load()
    return true
  }

  async function send({ input, ...choice }: ChatInput) {
    pendingInput.value = input
    const isStarted = await start([{ type: 'text', text: input }], choice)
    pendingInput.value = null
    return isStarted
  }

  /** Repeats a turn in its place: the new run follows what that one followed, with the same message. */
  async function retry(runId: string, choice: ChatSettings) {
    const replaced = tree.find(runId)
    if (replaced && !isSending.value) await start(replaced.input, { ...choice, parent: tree.parentOf(runId) })
  }

  // A message that was not answered may have been received all the same.
  useReconnect(() => {
    if (error.value?.isOffline) void load()
  })

  const { answerErrors, answer, clearErrors } = useApprovalAnswers(load)
  watch(() => connection.value.state, (state) => {
    if (state === 'open') clearErrors()
  })
  const post = (runId: string, action: string) => attempt(() => api(`/api/runs/${runId}/${action}`, { method: 'POST' }))

  async function stop() {
    if (live.value) await post(live.value.runId, 'cancel')
  }

  async function resume(runId: string) {
    await post(runId, 'resume')
    const resumed = tree.find(runId)
    if (error.value || !resumed) return
    tree.update({ ...resumed, state: 'running', endedAt: undefined, error: undefined })
    followLive()
    announceRun()
  }

  const announceRun = useRunNews(conversationId, () => {
    if (!live.value) void load()
  })

  return {
    conversation, runs, allRuns: tree.allRuns, earlierAttempts: tree.earlierAttempts, live, isLoaded, isSending, pendingInput,
    error, connection, skewMs, load, send, retry, stop, answer, answerErrors, resume, retryNow,
  }
}
