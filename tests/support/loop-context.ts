import type { DurableEventBody, LiveEvent, RunEvent } from '#shared/run-event'
import type { RunLimits } from '#shared/run'
import { createEventBus } from '#server/embedded/event-bus'
import type { RunStore } from '#server/ports/run-store'
import type { RunContext } from '#server/runs/loop/run-context'
import { RunLedger } from '#server/runs/loop/run-ledger'
import { LiveSteps } from '#server/runs/worker/live-steps'
import { RunRecorder } from '#server/runs/worker/run-recorder'
import { createTranscript } from '#server/runs/loop/transcript'
import { createToolGate } from '#server/tools/execute-tool-call'
import { createToolRegistry } from '#server/tools/registry'
import { buildDraft, seedRunningRun } from './build-rows'
import { type Answer, createFakeProvider } from './fake-provider'
import { createFakeToolSource, createFakeToolStore, type FakeTool } from './fake-tool-source'
import { createManualClock } from './manual-clock'
import { createTestStore } from './test-store'

const RUN_ID = '00000000-0000-7000-8000-00000000000a'

interface LoopOptions {
  readonly answers: readonly Answer[]
  readonly tools?: readonly FakeTool[]
  readonly limits?: Partial<RunLimits>
  readonly signal?: AbortSignal
  /** Milliseconds by which the machine's clock is off; read anew each time. */
  readonly clockError?: () => number
}

/** A loop over a scripted model, with the real gate, recorder and store. */
export async function createLoopContext(
  { answers, tools = [], limits = {}, signal = new AbortController().signal, clockError }: LoopOptions,
) {
  const provider = createFakeProvider(answers)
  const registry = await createToolRegistry({ sources: [createFakeToolSource(tools)], store: createFakeToolStore() })
  const gate = createToolGate({
    registry, newId: () => crypto.randomUUID(), isActive: async () => true, timeoutMs: 5000, maxResultBytes: 100_000,
    deadline: new AbortController().signal,
  })
  const names = tools.map(tool => tool.name)
  const recorded = await createRecordedRun({ tools: names, clockError })
  const { run, ledger, transcript, recorder, clock } = recorded
  const context: RunContext = {
    runId: RUN_ID,
    provider,
    connection: {},
    model: 'fake-1',
    settings: {},
    limits: { steps: 10, toolCalls: 20, seconds: 60, ...limits },
    tools: registry.list().map(tool => tool.definition),
    describeTool: name => registry.find(name) ? { originalName: name, sourceId: 'fake' } : {},
    ledger,
    transcript,
    record: (events, change, wire) => recorder.record(events, change, wire),
    stage: (events, wire) => recorder.stage(events, wire),
    ask: question => recorder.ask(question),
    publish: event => recorder.publish(event),
    execute: (call, step) => gate(
      { ...call, initiator: 'model', offered: names, scope: `${RUN_ID}/${step}` },
      { userId: run.userId, signal, onProgress: () => {}, recorder: recorder.gateRecorder(step) },
    ),
    signal,
    clock,
  }
  const record = (events: readonly DurableEventBody[]) => recorder.record(events)
  return {
    ...recorded, context, provider, registry, record, waits: clock.waits, passTime: clock.passTime,
    types: () => recorded.events.map(event => event.type),
  }
}

interface RecordedRunOptions extends Pick<LoopOptions, 'clockError'> {
  readonly tools?: readonly string[]
  /** What of the store is replaced. */
  readonly breakStore?: (store: RunStore) => Partial<RunStore>
}

/** A run that a worker holds, with what its recorder stored and published. */
export async function createRecordedRun({ tools = [], breakStore = () => ({}), clockError = () => 0 }: RecordedRunOptions = {}) {
  const { store } = await createTestStore()
  const run = await seedRunningRun(store, { id: RUN_ID, model: 'fake/fake-1', tools })
  const clock = createManualClock()
  const bus = createEventBus()
  const ledger = new RunLedger()
  const transcript = createTranscript()
  const events: DurableEventBody[] = []
  const live: LiveEvent[] = []
  const published: RunEvent[] = []
  await bus.subscribe(RUN_ID, (event) => {
    published.push(event)
    if (!('sequence' in event)) live.push(event)
  })
  const onRecord = (event: DurableEventBody) => {
    events.push(event)
    ledger.add(event)
    transcript.add(event)
  }
  const recorder = new RunRecorder({
    run, store: { ...store.runs, ...breakStore(store.runs) }, bus, liveSteps: new LiveSteps(), clock,
    deadline: new AbortController().signal, onRecord,
    draft: async ({ at, kind, ...fact }) => buildDraft({
      at, kind, callId: fact.callId ?? null, tool: fact.tool ?? null, error: fact.error ?? null, success: fact.success ?? null,
    }),
    newId: () => crypto.randomUUID(),
    now: () => new Date(clock.now() + clockError()),
  })
  for (const event of await store.runs.readEvents(RUN_ID, 0)) onRecord(event)
  return { store, run, clock, bus, ledger, transcript, recorder, events, live, published }
}
