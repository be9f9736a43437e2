import type { RunEvent } from '#shared/run-event'
import type { EventBus } from '../ports/event-bus'

type Listener = (event: RunEvent) => void

/** One for all deltas, of which there are thousands in an answer. */
const DONE = Promise.resolve()

/** Hands events to the listeners of this process, before `publish` returns. */
export function createEventBus(): EventBus {
  const listeners = new Map<string, Set<Listener>>()
  return {
    publish: (event) => {
      for (const listener of listeners.get(event.runId) ?? []) listener(event)
      return DONE
    },
    subscribe: async (runId, listener) => {
      const ofRun = listeners.get(runId) ?? new Set()
      listeners.set(runId, ofRun.add(listener))
      return () => {
        ofRun.delete(listener)
        if (ofRun.size === 0 && listeners.get(runId) === ofRun) listeners.delete(runId)
      }
    },
  }
}
