import type { ServerResponse } from 'node:http'
import PQueue from 'p-queue'
import type { H3Event } from 'h3'

/** Requests of one user that are worked on at once, until their answers have been taken; more wait in order. */
const REQUESTS_PER_USER = 8
/** A reader that takes nothing of an answer for this long is cut off: Node looks at it each time, so within twice as long. */
const STALL_MS = 30_000

const queues = new Map<string, PQueue>()

/**
 * Bounds what one user can make the server hold: bodies that never end, answers that nobody reads. Resolves when this
 * request may go on, with whether it had to wait: what was checked before may have changed. The slot is given back when
 * the response is closed, or earlier by `releaseRequestSlot`.
 */
export function takeRequestSlot(event: H3Event, userId: string): Promise<boolean> {
  const { res } = event.node
  const queue = queueOf(userId)
  const waits = queue.pending >= REQUESTS_PER_USER
  return new Promise((resolve) => {
    void queue.add(() => new Promise<void>((release) => {
      event.context.releaseRequestSlot = release
      if (res.destroyed) release()
      else res.once('close', release)
      resolve(waits)
    }))
  })
}

/** For a response that stays open and holds nothing: an event stream whose reader has all that there was. */
export function releaseRequestSlot(event: H3Event): void {
  event.context.releaseRequestSlot?.()
}

export function cutWhenStalled(response: ServerResponse): void {
  response.setTimeout(STALL_MS, () => response.destroy())
}

function queueOf(userId: string): PQueue {
  const known = queues.get(userId)
  if (known) return known
  const queue = new PQueue({ concurrency: REQUESTS_PER_USER })
  queue.addEventListener('idle', () => queues.delete(userId))
  queues.set(userId, queue)
  return queue
}
