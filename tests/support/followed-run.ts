import type { LiveEventBody, DurableEvent, DurableEventBody, RunEvent } from '#shared/run-event'
import { createEventBus } from '#server/embedded/event-bus'
import type { StepCheckpoint } from '#server/ports/run-store'
import { followRun } from '#server/runs/service/follow-run'
import { LiveSteps } from '#server/runs/worker/live-steps'
import { buildRun } from './build-rows'
import { createManualClock } from './manual-clock'

export const RUN_ID = 'r1'
const AT = '2026-11-21T10:00:00.000Z'

/** One run on a real bus, its stored events in a list, and a reader of it. `isHere`: this process works on it. */
export function createFollowedRun({ isHere = true } = {}) {
  const bus = createEventBus()
  const worker = new LiveSteps()
  const clock = createManualClock()
  const events: DurableEvent[] = []
  let checkpoint: StepCheckpoint | undefined
  let listeners = 0
  const options = {
    bus: {
      subscribe: async (runId: string, listener: (event: RunEvent) => void) => {
        const leave = await bus.subscribe(runId, listener)
        listeners += 1
        return () => {
          listeners -= 1
          leave()
        }
      },
    },
    store: {
      readEvents: async (_runId: string, after: number): Promise<readonly DurableEvent[]> =>
        events.filter(({ sequence }) => sequence > after),
      readCheckpoint: async () => checkpoint,
    },
    liveSteps: isHere ? worker : new LiveSteps(),
    clock,
  }
  const readRun = () => buildRun({ id: RUN_ID, state: 'running', lastSequence: events.length })
  return {
    clock,
    events,
    options,
    listeners: () => listeners,
    follow: (after = 0) => followRun(readRun(), after, options),
    /** Stores an event, and publishes it. */
    store: (body: DurableEventBody, { isPublished = true } = {}) => {
      const event = { ...body, runId: RUN_ID, at: AT, sequence: events.length + 1 } as DurableEvent // a body with its envelope
      events.push(event)
      worker.addStored(event)
      if (isPublished) void bus.publish(event)
      return event
    },
    publish: (event: RunEvent) => void bus.publish(event),
    stream: (body: LiveEventBody) => void bus.publish(worker.add({ ...body, runId: RUN_ID, at: AT })),
    /** As the worker does once a second. */
    saveCheckpoint: () => {
      const progress = worker.read(RUN_ID)
      const join = (type: string) => progress?.parts.flatMap(part => part.type === type ? part.text : []).join('') ?? ''
      checkpoint = progress && { step: progress.step, after: progress.after, text: join('text'), reasoning: join('reasoning') }
    },
  }
}

export const START = { type: 'step-start', step: 1 } as const
export const textDelta = (text: string) => ({ type: 'text-delta', step: 1, text }) as const
export const textEnd = (text: string) => ({ type: 'text-end', step: 1, text }) as const
export const RUN_END: DurableEventBody = {
  type: 'run-end', reason: 'completed', cost: null,
  usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
}
