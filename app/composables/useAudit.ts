import type { AuditRow } from '#shared/audit'
import type { Page } from '#shared/page'
import type { AuditFilters, AuditFilterField } from '~/utils/audit-filter-query'
import type { RequestError } from '~/utils/read-api-error'

const PAGE_SIZE = 100

/** The audit list: filters live in the address, rows arrive page by page as the reader scrolls. */
export function useAudit() {
  const api = useApi()
  const route = useRoute()
  const router = useRouter()
  const filters = computed(() => readAuditFilters(route.query))
  const leftOut = computed(() => listLeftOut(route.query))
  const rows = shallowRef<readonly AuditRow[]>([])
  /** Names by account, of all records that were shown so far. */
  const people = shallowRef<ReadonlyMap<string, string>>(new Map())
  const cursor = ref<string | null>(null)
  const state = ref<'loading' | 'loading-more' | 'ready'>('loading')
  const error = shallowRef<RequestError | null>(null)
  // A span is counted back from here for all pages of one search, so that rows do not slip between them.
  const searchedAt = ref(Date.now())
  let request: AbortController | undefined

  async function loadPage(after: string | null) {
    request?.abort()
    const current = request = new AbortController()
    error.value = null
    state.value = after ? 'loading-more' : 'loading'
    try {
      const query = { ...toAuditRequest(filters.value, searchedAt.value), limit: PAGE_SIZE, ...(after ? { cursor: after } : {}) }
      const page = await api<Page<AuditRow>>('/api/audit', { query, signal: current.signal })
      if (current !== request) return
      rows.value = after ? [...rows.value, ...page.items] : page.items
      const named = page.items.flatMap(({ userId, userName }) => userId && userName ? [[userId, userName] as const] : [])
      people.value = new Map([...people.value, ...named])
      cursor.value = page.nextCursor
    }
    catch (thrown) {
      // A newer search took over; its own outcome is what the reader sees.
      if (current !== request) return
      error.value = readRequestError(thrown)
      // Rows of another search would look like the result of this one.
      if (!after) rows.value = []
    }
    state.value = 'ready'
  }

  /** The rows stay until the new ones are here, so that the list does not flicker while a search is typed. */
  function refresh() {
    searchedAt.value = Date.now()
    cursor.value = null
    return loadPage(null)
  }

  async function loadMore() {
    if (state.value === 'ready' && cursor.value) await loadPage(cursor.value)
  }

  useRefetchOnReconnect(error, () => loadPage(rows.value.length > 0 ? cursor.value : null))

  function setFilters(changes: { readonly [Field in AuditFilterField]?: string | undefined }) {
    const wanted: AuditFilters = readAuditFilters({ ...filters.value, ...changes })
    return router.replace({ query: { ...wanted } })
  }

  const exportAddress = computed(() => {
    const query = new URLSearchParams({ format: 'jsonl', ...toAuditRequest(filters.value, searchedAt.value) })
    return `/api/audit/export?${query}`
  })
  const hasMore = computed(() => cursor.value !== null && !error.value)

  onMounted(() => {
    void refresh()
    watch(() => JSON.stringify(filters.value), () => void refresh())
  })
  onScopeDispose(() => request?.abort())

  return {
    filters, leftOut, rows, people, state, error, hasMore, exportAddress, refresh, loadMore, setFilters,
    clearFilters: () => router.replace({ query: {} }),
  }
}
