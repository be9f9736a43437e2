import type { ServerResponse } from 'node:http'
import type { H3Event } from 'h3'
import type { RunEvent } from '#shared/run-event'
import type { FollowedRun } from '#server/runs/service/follow-run'
import { cutWhenStalled, releaseRequestSlot } from './request-slots'

/** Often enough for any proxy to keep a silent stream open. */
const HEARTBEAT_MS = 4000
/** A reader that is this far behind is cut off; it resumes from the last number it has. */
const MAX_QUEUED_BYTES = 1024 * 1024

interface EventSource {
  readonly follow: () => Promise<FollowedRun>
  /** Aborts when the process shuts down, which an open stream would delay, and when the reader's access is revoked. */
  readonly closing: AbortSignal
  /** Interval of the comments that keep the connection open. Default 4 seconds. */
  readonly heartbeatMs?: number
}

/**
 * Answers with server-sent events (SSE): stored ones first, then the unfinished step, then what happens live, until the
 * run ends or the reader leaves. Written straight to the response: one write per event, whatever its size.
 */
export async function sendRunEvents(event: H3Event, source: EventSource): Promise<void> {
  const run = await source.follow()
  const response = event.node.res
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': String(response.getHeader('x-request-id') ?? ''),
  })
  for (const stored of run.stored) sendEvent(response, stored)
  cutWhenStalled(response)
  if (run.hasEnded || event.context.isHead) {
    run.leave()
    response.end()
    return
  }
  await followLive(run, { source, response, onCaughtUp: () => releaseRequestSlot(event) })
}

interface LiveStream {
  readonly source: EventSource
  readonly response: ServerResponse
  /** The reader has taken all that there was. */
  readonly onCaughtUp: () => void
}

function followLive(run: FollowedRun, { source, response, onCaughtUp }: LiveStream): Promise<void> {
  return new Promise((resolve) => {
    // Not behind what is waiting to be read: a write would count as progress of a reader that takes nothing.
    const heartbeat = setInterval(
      () => response.writableLength === 0 && response.write(': still here\n\n'), source.heartbeatMs ?? HEARTBEAT_MS,
    )
    let isClosed = false
    response.on('close', close)
    source.closing.addEventListener('abort', close)
    if (response.destroyed || source.closing.aborted) return close()
    response.flushHeaders()
    // The stored events and the unfinished step may be long: that a slow reader is behind is judged by what follows.
    let isCaughtUp = false
    run.start(handle)
    isCaughtUp = true
    if (response.writableNeedDrain) response.once('drain', onCaughtUp)
    else onCaughtUp()

    function handle(event: RunEvent): void {
      if (isClosed) return
      sendEvent(response, event)
      if (event.type === 'run-end' || (isCaughtUp && response.writableLength > MAX_QUEUED_BYTES)) close()
    }

    function close(): void {
      isClosed = true
      run.leave()
      clearInterval(heartbeat)
      response.off('close', close)
      source.closing.removeEventListener('abort', close)
      response.end()
      resolve()
    }
  })
}

/** Data is one JSON string, so nothing that a model or a tool says can forge a field or an event. */
function sendEvent(response: ServerResponse, event: RunEvent): void {
  const id = 'sequence' in event ? `id: ${event.sequence}\n` : ''
  response.write(`${id}data: ${JSON.stringify(event)}\n\n`)
}
