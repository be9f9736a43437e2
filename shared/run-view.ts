import type { UserContent } from './content'
import type { RunState } from './run'
import type { EventOf, FinishReason, RunError, TranslationWarning, Usage } from './run-event'
import type { ToolOutcome } from './tool-outcome'

/** One part of a model's answer, in the order it came. `done` is false while it streams. */
export type StepPart
  = | { readonly type: 'text' | 'reasoning', readonly text: string, readonly done: boolean }
    | { readonly type: 'call', readonly callId: string }

interface ApprovalView {
  readonly reason: string
  readonly requestedAt: string
  readonly answer?: { readonly decision: 'allow' | 'deny', readonly note?: string, readonly at: string }
}

/** `writing`: arguments stream. `ready`: known, not started. `waiting`: for a person. */
type CallState = 'writing' | 'ready' | 'waiting' | 'running' | 'done'

export interface CallView {
  readonly callId: string
  readonly step: number
  readonly name: string
  readonly originalName?: string
  readonly sourceId?: string
  readonly state: CallState
  /** Arguments as text: what has streamed so far, or what did not parse. */
  readonly inputText: string
  readonly arguments: Readonly<Record<string, unknown>> | null
  readonly argumentsError?: string
  readonly raw?: unknown
  readonly calledAt?: string
  readonly startedAt?: string
  readonly endedAt?: string
  readonly approval?: ApprovalView
  readonly progress?: { readonly progress: number, readonly total?: number, readonly message?: string }
  readonly outcome?: ToolOutcome
  readonly auditSeq?: number
}

export interface StepView {
  readonly step: number
  readonly startedAt: string
  /** The end of the answer, or that of the run which broke it off. */
  readonly endedAt?: string
  /** Half an answer, for which the model was asked again: no part of the conversation. */
  readonly isDiscarded?: true
  /** As it was measured; absent in runs recorded before it was. */
  readonly durationMs?: number
  readonly firstTokenMs?: number
  readonly parts: readonly StepPart[]
  readonly usage?: Usage
  readonly cost?: number | null
  readonly finishReason?: FinishReason
  readonly rawFinishReason?: string | null
  readonly warnings: readonly TranslationWarning[]
  readonly retries: readonly EventOf<'step-retry'>[]
}

export interface RunView {
  readonly runId: string
  readonly state: RunState
  readonly model: string
  readonly tools: readonly string[]
  readonly input: UserContent
  readonly startedAt?: string
  readonly endedAt?: string
  readonly steps: readonly StepView[]
  readonly calls: Readonly<Record<string, CallView>>
  /** Calls that wait for a person, in call order. */
  readonly waitingFor: readonly string[]
  readonly usage?: Usage
  readonly cost?: number | null
  readonly limit?: string
  readonly error?: RunError
  /** Sequence of the newest durable event seen; where a stream resumes. */
  readonly lastSequence: number
}

export function emptyRunView(runId: string): RunView {
  return { runId, state: 'queued', model: '', tools: [], input: [], steps: [], calls: {}, waitingFor: [], lastSequence: 0 }
}

/** What the model answered, without what was discarded. */
export function answerParts(view: RunView): readonly StepPart[] {
  return view.steps.filter(step => !step.isDiscarded).flatMap(step => step.parts)
}
