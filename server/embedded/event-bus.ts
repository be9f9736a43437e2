import type { RunEvent } from '#shared/run-event'
import type { EventBus } from '../ports/event-bus'
import { StepAccumulator } from './step-accumulator'

type Listener = (event: RunEvent) => void

/** Hands events to the listeners of this process, and keeps the unfinished step of each live run. */
export function createEventBus(): EventBus {
  const listeners = new Map<string, Set<Listener>>()
  const steps = new Map<string, StepAccumulator>()

  function accumulate(event: RunEvent): void {
    if (event.type === 'run-end' || event.type === 'run-wait') {
      steps.delete(event.runId)
      return
    }
    const step = steps.get(event.runId) ?? new StepAccumulator()
    steps.set(event.runId, step)
    step.add(event)
  }

  return {
    publish: (event) => {
      accumulate(event)
      for (const listener of listeners.get(event.runId) ?? []) listener(event)
    },
    subscribe: (runId, listener) => {
      const ofRun = listeners.get(runId) ?? new Set()
      listeners.set(runId, ofRun.add(listener))
      return () => {
        ofRun.delete(listener)
        if (ofRun.size === 0 && listeners.get(runId) === ofRun) listeners.delete(runId)
      }
    },
    readSnapshot: (runId) => {
      const step = steps.get(runId)?.read()
      return step && { type: 'step-snapshot', runId, at: new Date().toISOString(), ...step }
    },
  }
}
