import { createConsola } from 'consola'
import { onTestFinished } from 'vitest'
import type { RunEvent } from '#shared/run-event'
import { createEventBus } from '#server/embedded/event-bus'
import { AppError } from '#server/errors'
import type { RunStore } from '#server/ports/run-store'
import { LiveSteps } from '#server/runs/worker/live-steps'
import { RunLeases } from '#server/runs/worker/run-leases'
import { createRunWorker } from '#server/runs/worker/run-worker'
import { createShutdown } from '#server/runs/worker/shutdown'
import { createToolGate } from '#server/tools/execute-tool-call'
import { createToolRegistry } from '#server/tools/registry'
import { buildAcceptedRun, buildDraft, buildRun, LEASE, seedConversation } from './build-rows'
import { type Answer, createFakeProvider } from './fake-provider'
import { createFakeToolSource, createFakeToolStore, type FakeTool } from './fake-tool-source'
import { createManualClock } from './manual-clock'
import { createTestStore } from './test-store'

interface WorkerOptions {
  readonly answers?: readonly Answer[]
  readonly tools?: readonly FakeTool[]
  /** What of the store is replaced, such as by something that fails. */
  readonly breakStore?: (store: RunStore) => Partial<RunStore>
}

/** As the store throws it for a full disk or a lock that stays. */
export function storageError(): AppError {
  return new AppError('storage-unavailable', 'The database cannot be used right now.', { retryable: true, retryAfterMs: 5000 })
}

/** A worker with a real store, recorder and gate, and one queued run. */
export async function createWorkerContext({ answers = [], tools = [], breakStore = () => ({}) }: WorkerOptions) {
  const { store, file } = await createTestStore()
  const clock = createManualClock()
  const shutdown = createShutdown()
  onTestFinished(() => shutdown.end())
  const bus = createEventBus()
  const enqueued: string[] = []
  const nextTurn = Promise.withResolvers<undefined>()
  const source = createFakeToolSource(tools)
  const registry = await createToolRegistry({ sources: [source], store: createFakeToolStore() })
  const runs = { ...store.runs, ...breakStore(store.runs) }
  const now = () => new Date(clock.now())
  const errors: unknown[] = []
  const options = {
    store: runs, bus, liveSteps: new LiveSteps(), clock, shutdown, registry, now,
    queue: {
      enqueue: async (runId: string) => {
        enqueued.push(runId)
        nextTurn.resolve(undefined)
      },
    },
    leases: new RunLeases({ owner: LEASE.owner, store: runs, clock, now }),
    isActive: async () => true,
    gate: createToolGate({
      registry, newId: () => crypto.randomUUID(), isActive: async () => true, timeoutMs: 5000, maxResultBytes: 100_000,
      deadline: shutdown.deadline,
    }),
    resolveModel: async () => ({ provider: createFakeProvider(answers), connection: {}, modelId: 'fake-1', prices: null }),
    draft: async ({ at, kind, runId = null, ...fact }: Parameters<Parameters<typeof createRunWorker>[0]['draft']>[0]) =>
      buildDraft({
        at, kind, runId, callId: fact.callId ?? null, executionId: fact.executionId ?? null, error: fact.error ?? null,
        success: fact.success ?? null,
      }),
    newId: () => crypto.randomUUID(),
    log: createConsola({ level: 0, reporters: [{ log: ({ args }) => errors.push(args) }] }),
  }
  await seedConversation(store)
  const { run } = await store.runs.accept(buildAcceptedRun(buildRun({ model: 'fake/fake-1', tools: tools.map(tool => tool.name) })))
  const published: RunEvent[] = []
  await bus.subscribe(run.id, event => published.push(event))
  const listKinds = async () => (await store.audit.list({}, { limit: 50 }, null)).items.toReversed()
    .map(row => row.error ? `${row.kind} ${row.error}` : row.kind)
  return {
    store, file, run, clock, shutdown, enqueued, nextTurn: nextTurn.promise, published, source, errors, options,
    work: createRunWorker(options), listKinds,
  }
}
