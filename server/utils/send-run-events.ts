import type { ServerResponse } from 'node:http'
import type { H3Event } from 'h3'
import type { RunEvent } from '#shared/run-event'
import type { RunFeed } from '#server/runs/service/run-service'
import { cutWhenStalled, releaseRequestSlot } from './request-slots'

/** Often enough for any proxy to keep a silent stream open. */
const HEARTBEAT_MS = 4000
/** A reader that is this far behind is cut off; it resumes from the last number it has. */
const MAX_QUEUED_BYTES = 1024 * 1024

interface EventSource {
  readonly readFeed: () => Promise<RunFeed>
  /** The unfinished step as it is at this moment. */
  readonly readSnapshot: () => RunEvent | undefined
  readonly subscribe: (listener: (event: RunEvent) => void) => () => void
  /** Aborts when the process shuts down, which an open stream would delay, and when the reader's access is revoked. */
  readonly closing: AbortSignal
  /** Interval of the comments that keep the connection open. Default 4 seconds. */
  readonly heartbeatMs?: number
}

/**
 * Answers with server-sent events: stored ones first, then the unfinished step, then what happens live, until the
 * run ends or the reader leaves. Written straight to the response: one write per event, whatever its size.
 */
export async function sendRunEvents(event: H3Event, source: EventSource): Promise<void> {
  const pending: RunEvent[] = []
  const unsubscribe = source.subscribe(live => pending.push(live))
  const feed = await source.readFeed().catch((error: unknown) => {
    unsubscribe()
    throw error
  })
  const response = event.node.res
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': String(response.getHeader('x-request-id') ?? ''),
  })
  const writer = new EventWriter(response)
  feed.stored.forEach(stored => writer.send(stored))
  unsubscribe()
  cutWhenStalled(response)
  if (feed.hasEnded || event.context.isHead) {
    response.end()
    return
  }
  await followLive(writer, { pending, source, response, onCaughtUp: () => releaseRequestSlot(event) })
}

interface LiveFeed {
  readonly pending: readonly RunEvent[]
  readonly source: EventSource
  readonly response: ServerResponse
  /** The reader has taken all that there was. */
  readonly onCaughtUp: () => void
}

function followLive(writer: EventWriter, { pending, source, response, onCaughtUp }: LiveFeed): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = source.subscribe(handle)
    // Not behind what is waiting to be read: a write would count as progress of a reader that takes nothing.
    const heartbeat = setInterval(() => response.writableLength === 0 && response.write(': still here\n\n'), source.heartbeatMs ?? HEARTBEAT_MS)
    response.on('close', close)
    source.closing.addEventListener('abort', close)
    if (response.destroyed || source.closing.aborted) return close()
    // What came between subscribing and reading: durable events may be among the stored ones. Deltas are in the
    // snapshot, which is read in the same breath in which the live listener was set: none is lost, none comes twice.
    for (const event of pending) if ('sequence' in event) handle(event)
    const snapshot = source.readSnapshot()
    if (snapshot) writer.send(snapshot)
    else response.flushHeaders()
    if (response.writableNeedDrain) response.once('drain', onCaughtUp)
    else onCaughtUp()

    function handle(event: RunEvent): void {
      writer.send(event)
      if (event.type === 'run-end' || response.writableLength > MAX_QUEUED_BYTES) close()
    }

    function close(): void {
      unsubscribe()
      clearInterval(heartbeat)
      response.off('close', close)
      source.closing.removeEventListener('abort', close)
      response.end()
      resolve()
    }
  })
}

/** Data is one JSON string, so nothing that a model or a tool says can forge a field or an event. */
class EventWriter {
  private lastSequence = 0

  constructor(private readonly response: ServerResponse) {}

  send(event: RunEvent): void {
    if (!('sequence' in event)) {
      this.response.write(`data: ${JSON.stringify(event)}\n\n`)
      return
    }
    if (event.sequence <= this.lastSequence) return
    this.lastSequence = event.sequence
    this.response.write(`id: ${event.sequence}\ndata: ${JSON.stringify(event)}\n\n`)
  }
}
