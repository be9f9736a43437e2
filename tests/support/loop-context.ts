import type { DurableEvent, DurableEventBody, LiveEventBody } from '#shared/run-event'
import type { RunLimits } from '#shared/run'
import type { RunContext } from '#server/runs/run-context'
import { RunLedger } from '#server/runs/run-ledger'
import { createTranscript } from '#server/runs/transcript'
import { createToolGate } from '#server/tools/execute-tool-call'
import { createToolRegistry } from '#server/tools/registry'
import { createInputValidator } from '#server/tools/validate-input'
import { type Answer, createFakeProvider } from './fake-provider'
import { createFakeToolSource, createFakeToolStore, type FakeTool } from './fake-tool-source'

const RUN_ID = '00000000-0000-7000-8000-00000000000a'

interface LoopOptions {
  readonly answers: readonly Answer[]
  readonly tools?: readonly FakeTool[]
  readonly limits?: Partial<RunLimits>
  readonly signal?: AbortSignal
}

/** A loop over a scripted model and real gate, with the events in memory instead of a database. */
export async function createLoopContext({ answers, tools = [], limits = {}, signal = new AbortController().signal }: LoopOptions) {
  const ledger = new RunLedger()
  const transcript = createTranscript()
  const events: DurableEvent[] = []
  const live: LiveEventBody[] = []
  const provider = createFakeProvider(answers)
  const registry = await createToolRegistry({ sources: [createFakeToolSource(tools)], store: createFakeToolStore() })
  const gate = createToolGate({ registry, validate: createInputValidator(), timeoutMs: 5000, maxResultBytes: 100_000, deadline: new AbortController().signal })
  const waits: number[] = []
  let milliseconds = 0
  const timers = new Set<{ readonly at: number, readonly callback: () => void }>()
  const passTime = (ms: number) => {
    milliseconds += ms
    for (const timer of timers) {
      if (timer.at > milliseconds) continue
      timers.delete(timer)
      timer.callback()
    }
  }

  async function record(bodies: readonly DurableEventBody[]): Promise<readonly DurableEvent[]> {
    const stored = bodies.map((body): DurableEvent => ({ ...body, runId: RUN_ID, at: new Date(milliseconds).toISOString(), sequence: events.push({} as DurableEvent) }))
    for (const event of stored) {
      events[event.sequence - 1] = event
      ledger.add(event)
      transcript.add(event)
    }
    return stored
  }

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
    record,
    ask: ({ step, callId, reason, binding }) => record([{ type: 'approval-request', step, callId, reason, binding }]),
    publish: event => live.push(event),
    execute: (call, step) => gate(
      { ...call, initiator: 'model', offered: tools.map(tool => tool.name), scope: `${RUN_ID}/${step}` },
      {
        userId: 'ada',
        signal,
        onProgress: () => {},
        recorder: {
          refused: async (request, outcome) => void await record([{ type: 'tool-end', step, callId: request.callId, outcome }]),
          started: async admitted => void await record([{ type: 'tool-start', step, callId: admitted.callId, auditSeq: 1 }]),
          ended: async (admitted, outcome) => void await record([{ type: 'tool-end', step, callId: admitted.callId, outcome, auditSeq: 2 }]),
        },
      },
    ),
    signal,
    clock: {
      now: () => milliseconds,
      random: () => 0.5,
      wait: async (ms, waitSignal) => {
        waits.push(ms)
        passTime(ms)
        waitSignal.throwIfAborted()
      },
      after: (ms, callback) => {
        const timer = { at: milliseconds + ms, callback }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
  }
  await record([{ type: 'run-start', model: 'fake/fake-1', tools: tools.map(tool => tool.name), input: [{ type: 'text', text: 'hello' }] }])
  return { context, events, live, provider, registry, record, waits, passTime, types: () => events.map(event => event.type) }
}
