import type { CapabilityOverride } from '#shared/model-capabilities'
import type { BandedPrices } from '#shared/model-prices'
import type { DurableEvent, DurableEventBody, LiveEventBody } from '#shared/run-event'
import type { ModelSettings } from '#shared/model-settings'
import type { RunLimits } from '#shared/run'
import type { ToolDefinition } from '#shared/tool'
import type { Provider, ProviderConnection } from '../../providers/provider'
import type { RunCommit } from '../../ports/run-store'
import type { GateResult, ToolCallInQuestion, ToolCallRequest } from '../../tools/execute-tool-call'
import type { RunLedger } from './run-ledger'
import type { Transcript } from './transcript'
import type { WireCapture } from '../wire/wire-capture'

/** Everything the loop needs, in one object: a test builds it from five lines of fakes. */
export interface RunContext {
  readonly runId: string
  readonly provider: Provider
  readonly connection: ProviderConnection
  /** The vendor's id of the model. */
  readonly model: string
  readonly system?: string
  /** Absent: unknown. */
  readonly prices?: BandedPrices
  /** What an admin knows better about the model than the provider does. */
  readonly capabilities?: CapabilityOverride
  readonly settings: ModelSettings
  readonly limits: RunLimits
  /** Definitions of what is offered, under their exposed names. */
  readonly tools: readonly ToolDefinition[]
  /** Exposed names of those that are offered in the vendors' strict mode. */
  readonly strictTools?: ReadonlySet<string>
  /** Where a tool of this name comes from; empty for a name that was not offered. */
  readonly describeTool: (name: string) => { readonly originalName?: string, readonly sourceId?: string }
  readonly ledger: RunLedger
  readonly transcript: Transcript
  /** Adds events to ledger and transcript, commits them, and only then publishes them. */
  readonly record: (
    events: readonly DurableEventBody[], change?: RunCommit['change'], wire?: RunCommit['wire'],
  ) => Promise<readonly DurableEvent[]>
  /** Like `record`, in the commit of what is recorded next. For what nothing outside this process depends on before that. */
  readonly stage: (events: readonly DurableEventBody[], wire?: RunCommit['wire']) => void
  /** Requests a person's approval of a call, audited. */
  readonly ask: (question: ApprovalQuestion) => Promise<unknown>
  readonly publish: (event: LiveEventBody) => void
  /** Absent: what goes over the wire is not kept. */
  readonly captureWire?: (step: number, attempt: number) => WireCapture
  /** The gate, with this run's recorder behind it. */
  readonly execute: (request: Omit<ToolCallRequest, 'initiator' | 'scope' | 'offered'>, step: number) => Promise<GateResult>
  readonly signal: AbortSignal
  readonly clock: RunClock
}

export interface ApprovalQuestion {
  readonly step: number
  readonly call: ToolCallInQuestion
  /** Which rule asks, in words for a person. */
  readonly reason: string
  readonly binding: string
}

/** Time and chance, as arguments. */
export interface RunClock {
  /** Milliseconds, monotonic. */
  readonly now: () => number
  readonly random: () => number
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls back once, after `ms`, unless the function that it gives is called before. */
  readonly after: (ms: number, callback: () => void) => () => void
}
