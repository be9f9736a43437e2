import { useEventListener } from '@vueuse/core'
import type { RunEvent } from '#shared/run-event'
import type { RunConnection } from '~/utils/wording/run-status'
import { coalesceDeltas } from '~/utils/coalesce-deltas'
import { loadedRunEventReader, loadRunEventReader, type ReadRunEvent } from '~/utils/read-run-event'

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 15_000
/** A hidden page gets no animation frames; it still has to keep up, or it would have minutes to fold when shown. */
const HIDDEN_BATCH_MS = 250

interface RunEventsOptions {
  /** Sequence of the newest durable event that is already folded. */
  readonly after: () => number
  /** One call per frame, however many events came in it. */
  readonly onEvents: (events: readonly RunEvent[]) => void
  readonly onEnd: () => void
}

/**
 * Follows one run's event stream: resumes by sequence after a loss, with back-off, and hands events over once per frame.
 * Each event is parsed by its schema; one that does not parse ends the stream with the state `unknown-event`.
 */
export function useRunEvents({ after, onEvents, onEnd }: RunEventsOptions) {
  const connection = shallowRef<RunConnection>({ state: 'closed' })
  let source: EventSource | undefined
  /** Counts streams, so that one which was closed while the reader loaded is not opened. */
  let streams = 0
  let runId: string | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let delayMs = FIRST_RETRY_MS
  let queue: RunEvent[] = []
  let cancelBatch: (() => void) | undefined

  function follow(id: string) {
    if (runId === id && connection.value.state !== 'closed') return
    close()
    runId = id
    open()
  }

  function open() {
    clearTimeout(retry)
    connection.value = { state: 'connecting' }
    const stream = ++streams
    const reader = loadedRunEventReader()
    if (reader) listen(reader)
    else loadRunEventReader().then(read => stream === streams && listen(read), () => stream === streams && lose())
  }

  function listen(read: ReadRunEvent) {
    source = new EventSource(`/api/runs/${runId}/events?after=${after()}`)
    source.onopen = () => {
      delayMs = FIRST_RETRY_MS
      connection.value = { state: 'open' }
    }
    source.onmessage = (message) => {
      const event = read(message.data)
      if (event) receive(event)
      else stopAtUnknownEvent()
    }
    // The browser would retry by itself at a fixed pace and from the old address; our own retry backs off and resumes exactly.
    source.onerror = lose
  }

  function receive(event: RunEvent) {
    queue.push(event)
    cancelBatch ??= nextBatch(flush)
    if (event.type !== 'run-end') return
    flush()
    close()
    onEnd()
  }

  /** Trying again would only bring the same event: the page is older than the server and has to be reloaded. */
  function stopAtUnknownEvent() {
    flush()
    source?.close()
    connection.value = { state: 'unknown-event' }
  }

  function flush() {
    cancelBatch?.()
    cancelBatch = undefined
    const batch = coalesceDeltas(queue)
    queue = []
    if (batch.length) onEvents(batch)
  }

  function lose() {
    source?.close()
    flush()
    connection.value = { state: 'lost', retryAt: Date.now() + delayMs }
    retry = setTimeout(open, delayMs)
    delayMs = Math.min(delayMs * 2, LONGEST_RETRY_MS)
  }

  function close() {
    streams += 1
    clearTimeout(retry)
    source?.close()
    cancelBatch?.()
    cancelBatch = undefined
    queue = []
    runId = undefined
    connection.value = { state: 'closed' }
  }

  function retryNow() {
    if (connection.value.state === 'lost') open()
  }

  useEventListener('online', retryNow)
  onScopeDispose(close)
  return { connection, follow, close, retryNow }
}

function nextBatch(run: () => void): () => void {
  if (document.hidden) {
    const timer = setTimeout(run, HIDDEN_BATCH_MS)
    return () => clearTimeout(timer)
  }
  const frame = requestAnimationFrame(run)
  return () => cancelAnimationFrame(frame)
}
