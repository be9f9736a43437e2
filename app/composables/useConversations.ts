import { useEventListener, useIntervalFn } from '@vueuse/core'
import type { Conversation, ConversationInput } from '#shared/conversation'
import type { Page } from '#shared/page'
import { OFFLINE } from '~/utils/read-api-error'

/** While a run is at work somewhere, its end has to show: no stream tells of the runs of other chats. */
const LIVE_REFRESH_MS = 4000

/**
 * The caller's conversations, newest first. A rename or removal shows at once, and is rolled back with an error if the
 * server rejects it.
 */
export function useConversations() {
  const api = useApi()
  const errors = useAppError()
  const { data: loaded } = useNuxtData<Page<Conversation>>('conversations')
  const { data, status, refresh } = useFetch<Page<Conversation>>('/api/conversations', {
    default: (): Page<Conversation> => loaded.value ?? { items: [], nextCursor: null }, // a refresh that fails keeps the list
    key: 'conversations', query: { limit: 100 }, server: false, lazy: true,
    $fetch: api as typeof $fetch, // the created one only adds a hook
  })
  const items = computed(() => data.value?.items ?? [])
  const error = useState<string | null>('conversations-error', () => null)

  function show(next: readonly Conversation[]) {
    data.value = { items: next, nextCursor: data.value?.nextCursor ?? null }
  }

  async function optimistically(next: readonly Conversation[], request: () => Promise<unknown>) {
    const before = items.value
    error.value = null
    show(next)
    try {
      await request()
      return true
    }
    catch (thrown) {
      show(before)
      error.value = errors.ofThrown(thrown).message
      return false
    }
  }

  async function create(input: ConversationInput) {
    const conversation = await api<Conversation>('/api/conversations', { method: 'POST', body: input })
    show([conversation, ...items.value])
    return conversation
  }

  const rename = (id: string, title: string) => optimistically(
    items.value.map(item => item.id === id ? { ...item, title } : item),
    () => api(`/api/conversations/${id}`, { method: 'PATCH', body: { title } }),
  )
  const remove = (id: string) => optimistically(
    items.value.filter(item => item.id !== id),
    () => api(`/api/conversations/${id}`, { method: 'DELETE' }),
  )

  /** For the one list that stays on screen: keeps the marks of chats at work up to date, also of those started in another tab. */
  function keepFresh() {
    const refreshIfSeen = () => document.hidden ? undefined : void refresh()
    useRunNews(null, refreshIfSeen)
    useEventListener('online', () => void refresh())
    useReconnect(() => {
      if (error.value === OFFLINE.message) error.value = null
      void refresh()
    })
    const isAnyActive = computed(() => items.value.some(item => item.activity))
    const { pause, resume } = useIntervalFn(refreshIfSeen, LIVE_REFRESH_MS, { immediate: false })
    watch(isAnyActive, active => active ? resume() : pause(), { immediate: true })
  }

  return { items, keepFresh, status, error, refresh, create, rename, remove }
}
