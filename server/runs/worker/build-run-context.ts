import type { ResolvedModel } from '../../providers/provider'
import type { RunRow } from '../../ports/run-store'
import type { ToolGate } from '../../tools/execute-tool-call'
import { isOffered } from '../../tools/registered-tool'
import type { ToolRegistry } from '../../tools/registry'
import type { RunClock, RunContext } from '../loop/run-context'
import type { RunLedger } from '../loop/run-ledger'
import type { Transcript } from '../loop/transcript'
import type { HideSecrets } from '../wire/clean-wire'
import { WireCapture } from '../wire/wire-capture'
import type { RunRecorder } from './run-recorder'
import { onlyStops } from './shutdown'

export interface ContextOptions {
  readonly registry: ToolRegistry
  readonly gate: ToolGate
  readonly resolveModel: (model: string) => Promise<ResolvedModel>
  readonly clock: RunClock
  /** Absent: what goes over the wire is not kept. */
  readonly hideSecrets?: HideSecrets
}

export interface ContextParts {
  readonly options: ContextOptions
  readonly ledger: RunLedger
  readonly transcript: Transcript
  readonly recorder: RunRecorder
  readonly signal: AbortSignal
}

/** What the loop works with, for one turn of one worker. */
export async function buildRunContext(run: RunRow, { options, ledger, transcript, recorder, signal }: ContextParts): Promise<RunContext> {
  const { provider, connection, modelId, prices, capabilities } = await options.resolveModel(run.model)
  const selected = run.tools.flatMap(name => options.registry.find(name) ?? [])
  const offered = selected.filter(isOffered)
  const strict = offered.filter(tool => tool.strict).map(tool => tool.definition.name)
  return {
    runId: run.id,
    provider,
    connection,
    model: modelId,
    ...(prices && { prices }),
    ...(capabilities && { capabilities }),
    ...(run.system && { system: run.system }),
    settings: run.settings,
    limits: run.limits,
    tools: offered.map(tool => tool.definition),
    ...(strict.length > 0 && { strictTools: new Set(strict) }),
    describeTool: (name) => {
      const tool = selected.find(candidate => candidate.definition.name === name)
      return tool ? { originalName: tool.originalName, sourceId: tool.source.id } : {}
    },
    ledger,
    transcript,
    record: (events, change, wire) => recorder.record(events, change, wire),
    stage: (events, wire) => recorder.stage(events, wire),
    ask: question => recorder.ask(question),
    publish: event => recorder.publish(event),
    ...captureOption(options.hideSecrets, { adapter: provider.id, endpoint: connection.baseUrl ?? provider.officialBaseUrl }),
    execute: callTools(run, { gate: options.gate, recorder, signal }),
    signal,
    clock: options.clock,
  }
}

interface ToolParts { readonly gate: ToolGate, readonly recorder: RunRecorder, readonly signal: AbortSignal }

function callTools(run: RunRow, { gate, recorder, signal }: ToolParts): RunContext['execute'] {
  const { id: runId, userId, conversationId } = run
  return (call, step) => gate(
    { ...call, initiator: 'model', offered: run.tools, scope: `${runId}/${step}` },
    {
      userId,
      conversationId,
      runId,
      recorder: recorder.gateRecorder(step),
      signal: onlyStops(signal),
      onProgress: progress => recorder.publish({ type: 'tool-progress', callId: call.callId, ...progress }),
    },
  )
}

function captureOption(
  hide: HideSecrets | undefined, to: { readonly adapter: string, readonly endpoint: string },
): Pick<RunContext, 'captureWire'> {
  return hide ? { captureWire: (step, attempt) => new WireCapture({ ...to, step, attempt, hide }) } : {}
}
