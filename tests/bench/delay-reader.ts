import type { RunEvent } from '#shared/run-event'
import { readSharedClock } from './shared-clock'
import { createTextReader } from './text-reader'

/** How late the deltas of one run came. */
export interface StreamDelays {
  /** From the request of the run. */
  readonly firstDeltaMs: number
  /** Of each delta, from when the model sent it. */
  readonly delays: readonly number[]
}

const DELTA = / \d+\.\d{3}/g

/** Reads the events of a run whose model says in each delta when it sent it. */
export function createDelayReader(now = readSharedClock) {
  const sentAt = now()
  const readText = createTextReader()
  const result = { firstDeltaMs: 0, delays: [] as number[] }
  let unread = ''
  return {
    result: result as StreamDelays,
    read: (event: RunEvent) => {
      const text = unread + readText(event)
      unread = text
      for (const match of text.matchAll(DELTA)) {
        const readAt = now()
        result.firstDeltaMs ||= readAt - sentAt
        result.delays.push(readAt - Number(match[0]))
        unread = text.slice(match.index + match[0].length)
      }
    },
  }
}
