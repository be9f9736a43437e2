import { expect, test } from 'vitest'
import type { RunEvent, TimedEvent } from '#shared/run-event'
import { createEventBus } from '#server/embedded/event-bus'
import { RunRecorder } from '#server/runs/run-recorder'
import { AT, buildDraft, buildExecution, seedRunningRun } from '../../../support/build-rows'
import { USAGE } from '../../../support/fake-provider'
import { createTestStore } from '../../../support/test-store'

const STEP_END = [
  { type: 'text-end', step: 1, text: 'Let me look.' },
  { type: 'step-end', step: 1, usage: USAGE, finishReason: 'tool-calls', rawFinishReason: 'tool_use' },
] as const

async function createRecorder() {
  const { store } = await createTestStore()
  const run = await seedRunningRun(store)
  const bus = createEventBus()
  const recorded: TimedEvent[] = []
  const published: RunEvent[] = []
  bus.subscribe(run.id, event => published.push(event))
  const recorder = new RunRecorder({
    run, store: store.runs, bus, draft: async () => buildDraft(), newId: () => 'an-id', now: () => new Date(AT), onRecorded: event => recorded.push(event),
  })
  const startCall = () => recorder.commit({
    execution: buildExecution({ runId: run.id }),
    facts: [{ kind: 'tool.started' }],
    events: ([auditSeq = 0]) => [{ type: 'tool-start', step: 1, callId: 'call-1', auditSeq }],
  })
  const readTypes = async () => (await store.runs.readEvents(run.id, 1)).map(event => event.type)
  return { store, run, recorder, recorded, published, startCall, readTypes }
}

const typesOf = (events: readonly { readonly type: string }[]) => events.map(event => event.type)

test('stores the end of a step with what follows from it, and publishes it only then [F005-A23]', async () => {
  const { recorder, recorded, published, startCall, readTypes } = await createRecorder()
  recorder.hold(STEP_END)
  expect(typesOf(recorded)).toEqual(['text-end', 'step-end'])
  expect(await readTypes()).toEqual([])
  expect(published).toEqual([])
  await startCall()
  expect(await readTypes()).toEqual(['text-end', 'step-end', 'tool-start'])
  expect(typesOf(published)).toEqual(['text-end', 'step-end', 'tool-start'])
  expect(typesOf(recorded)).toEqual(['text-end', 'step-end', 'tool-start'])
})

test('keeps the end of a step when a stop refuses the call that follows from it [F005-A23]', async () => {
  const { store, run, recorder, recorded, published, startCall, readTypes } = await createRecorder()
  recorder.hold(STEP_END)
  await store.runs.requestCancel(run.id, AT)
  await expect(startCall()).rejects.toMatchObject({ code: 'conflict' })
  expect(await readTypes()).toEqual([])
  expect(published).toEqual([])
  await recorder.record([{ type: 'run-end', reason: 'cancelled', usage: USAGE, cost: null }], { state: 'cancelled' })
  expect(await readTypes()).toEqual(['text-end', 'step-end', 'run-end'])
  expect(typesOf(recorded)).toEqual(['text-end', 'step-end', 'run-end'])
  expect(typesOf(published)).toEqual(['text-end', 'step-end', 'run-end'])
})
