import type { DurableEvent, DurableEventBody } from '#shared/run-event'
import { openaiChatProvider } from '#server/providers/openai-chat'
import type { RunContext } from '#server/runs/loop/run-context'
import { RunLedger } from '#server/runs/loop/run-ledger'
import { runLoop } from '#server/runs/loop/run-loop'
import { createSystemClock } from '#server/runs/worker/system-clock'
import { createTranscript } from '#server/runs/loop/transcript'
import { createToolGate, type ToolCallRecorder } from '#server/tools/execute-tool-call'
import { createToolRegistry } from '#server/tools/registry'
import { createFakeToolStore } from '../support/fake-tool-source'
import { createBenchTools } from './bench-tools'
import { createDeltaTimer, OFFERED_TOOLS, playTurns, type Prompt, type TurnTimes } from './job'
import { answerWith } from './worker-process'

// The run loop, the adapter and the gate as they are in the server, with an array in place of the database.
const [baseUrl = '', workspace = ''] = process.argv.slice(2)
const registry = await createToolRegistry({ sources: createBenchTools(workspace), store: createFakeToolStore() })
await registry.update('write_file', { approval: 'allow' })
const offered = OFFERED_TOOLS.map(name => registry.find(name)!)
const gate = createToolGate({
  registry, newId: () => crypto.randomUUID(), isActive: async () => true,
  timeoutMs: 30_000, maxResultBytes: 256 * 1024, deadline: new AbortController().signal,
})
const clock = createSystemClock()
const signal = new AbortController().signal

type Record = RunContext['record']

function createMemoryRecord(runId: string, onStored: (event: DurableEvent) => void): Record {
  let sequence = 0
  return async (bodies) => {
    const at = new Date().toISOString()
    const events = bodies.map((body: DurableEventBody): DurableEvent => ({ ...body, runId, at, sequence: ++sequence }))
    events.forEach(onStored)
    return events
  }
}

function createCallRecorder(record: Record, step: number): ToolCallRecorder {
  return {
    refused: async ({ callId }, outcome) => void await record([{ type: 'tool-end', step, callId, outcome }]),
    started: async ({ callId }) => void await record([{ type: 'tool-start', step, callId, auditSeq: 1 }]),
    ended: async ({ callId }, outcome) => void await record([{ type: 'tool-end', step, callId, outcome, auditSeq: 2 }]),
  }
}

async function playTurn(turn: number, prompt: Prompt): Promise<TurnTimes> {
  const timer = createDeltaTimer()
  const runId = `00000000-0000-7000-8000-${String(turn).padStart(12, '0')}`
  const ledger = new RunLedger()
  const transcript = createTranscript()
  const record = createMemoryRecord(runId, (event) => {
    ledger.add(event)
    transcript.add(event)
  })
  await record([{ type: 'run-start', model: 'openai/bench', tools: OFFERED_TOOLS, input: [{ type: 'text', text: prompt }] }])
  const result = await runLoop({
    runId, provider: openaiChatProvider, connection: { baseUrl }, model: 'bench', settings: {},
    limits: { steps: 20, toolCalls: 50, seconds: 300 },
    tools: offered.map(tool => tool.definition), describeTool: () => ({}),
    ledger, transcript, record, stage: events => void record(events), signal, clock,
    // Neither tool of the bench asks for a person's approval.
    ask: async () => {},
    publish: event => event.type === 'text-delta' && timer.count(event.text),
    execute: (call, step) => gate(
      { ...call, initiator: 'model', offered: OFFERED_TOOLS, scope: `${runId}/${step}` },
      { userId: '', signal, onProgress: () => {}, recorder: createCallRecorder(record, step) },
    ),
  })
  if (result.status !== 'ended' || result.reason !== 'completed') throw new Error(`A run of the bench came to ${JSON.stringify(result)}.`)
  return timer.times
}

answerWith(job => playTurns(job, turn => playTurn(turn, job.prompt)))
