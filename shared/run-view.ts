import type { UserContent } from './content'
import type { RunState } from './run'
import type { DurableEvent, EventOf, FinishReason, RunError, RunEvent, TranslationWarning, Usage } from './run-event'
import type { ToolOutcome } from './tool-outcome'

/** One part of a model's answer, in the order it came. `done` is false while it streams. */
export type StepPart
  = | { readonly type: 'text' | 'reasoning', readonly text: string, readonly done: boolean }
    | { readonly type: 'call', readonly callId: string }

export interface ApprovalView {
  readonly reason: string
  readonly requestedAt: string
  readonly answer?: { readonly decision: 'allow' | 'deny', readonly note?: string, readonly at: string }
}

/** `writing`: arguments stream. `ready`: known, not started. `waiting`: for a person. */
export type CallState = 'writing' | 'ready' | 'waiting' | 'running' | 'done'

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
  readonly endedAt?: string
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

/** Folds stored events: what a reviewer sees is what the person saw. */
export function foldRunEvents(runId: string, events: readonly RunEvent[]): RunView {
  return events.reduce(applyRunEvent, emptyRunView(runId))
}

/**
 * One event more. Pure; shares what did not change, so that the work of a delta does not grow with the message.
 * A durable event that was already seen changes nothing.
 */
export function applyRunEvent(view: RunView, event: RunEvent): RunView {
  if (!('sequence' in event)) return applyLiveEvent(view, event)
  if (event.sequence <= view.lastSequence) return view
  return { ...applyDurableEvent(view, event), lastSequence: event.sequence }
}

function applyLiveEvent(view: RunView, event: Exclude<RunEvent, DurableEvent>): RunView {
  switch (event.type) {
    case 'text-delta':
      return changeStep(view, event.step, step => appendText(step, 'text', event.text))
    case 'reasoning-delta':
      return changeStep(view, event.step, step => appendText(step, 'reasoning', event.text))
    case 'tool-input-delta':
      return appendInput(view, event)
    case 'tool-progress':
      return changeCall(view, event.callId, { progress: { progress: event.progress, total: event.total, message: event.message } })
    case 'step-snapshot':
      return applySnapshot(view, event)
    default:
      return event satisfies never
  }
}

function applyDurableEvent(view: RunView, event: DurableEvent): RunView {
  switch (event.type) {
    case 'run-start':
      return { ...view, state: 'running', model: event.model, tools: event.tools, input: event.input, startedAt: event.at }
    case 'run-resume':
      return { ...view, state: 'running', endedAt: undefined, error: undefined }
    case 'step-start':
      return { ...view, state: 'running', steps: [...view.steps, { step: event.step, startedAt: event.at, parts: [], warnings: [], retries: [] }] }
    case 'step-retry':
      return changeStep(view, event.step, step => ({ ...step, retries: [...step.retries, event] }))
    case 'translation-warning':
      return changeStep(view, event.step, step => ({ ...step, warnings: [...step.warnings, event.warning] }))
    case 'reasoning-end':
      return changeStep(view, event.step, step => closeText(step, 'reasoning', event.text))
    case 'text-end':
      return changeStep(view, event.step, step => closeText(step, 'text', event.text))
    case 'step-end':
      return changeStep(view, event.step, step => ({
        ...step, endedAt: event.at, usage: event.usage, cost: event.cost, finishReason: event.finishReason,
        rawFinishReason: event.rawFinishReason, firstTokenMs: event.firstTokenMs,
      }))
    case 'run-wait':
      return { ...view, state: 'waiting', waitingFor: event.callIds }
    case 'run-end':
      return endRun(view, event)
    default:
      return applyCallEvent(view, event)
  }
}

type CallEvent = EventOf<'tool-call' | 'approval-request' | 'approval-response' | 'tool-start' | 'tool-end'>

function applyCallEvent(view: RunView, event: CallEvent): RunView {
  switch (event.type) {
    case 'tool-call':
      return addCall(view, event)
    case 'approval-request':
      return changeCall(view, event.callId, { state: 'waiting', approval: { reason: event.reason, requestedAt: event.at } })
    case 'approval-response':
      return answerApproval(view, event)
    case 'tool-start':
      return changeCall({ ...view, state: 'running' }, event.callId, { state: 'running', startedAt: event.at, auditSeq: event.auditSeq })
    case 'tool-end':
      return changeCall(view, event.callId, { state: 'done', endedAt: event.at, outcome: event.outcome, progress: undefined, ...(event.auditSeq && { auditSeq: event.auditSeq }) })
    default:
      return event satisfies never
  }
}

function changeStep(view: RunView, number: number, change: (step: StepView) => StepView): RunView {
  return { ...view, steps: view.steps.map(step => step.step === number ? change(step) : step) }
}

function changeCall(view: RunView, callId: string, change: Partial<CallView>): RunView {
  const call = view.calls[callId]
  return call ? { ...view, calls: { ...view.calls, [callId]: { ...call, ...change } } } : view
}

function appendText(step: StepView, type: 'text' | 'reasoning', text: string): StepView {
  const last = step.parts.at(-1)
  if (last?.type === type && !last.done) return { ...step, parts: [...step.parts.slice(0, -1), { type, text: last.text + text, done: false }] }
  return { ...step, parts: [...step.parts, { type, text, done: false }] }
}

/** The closing event carries the whole text: it replaces what streamed, or stands alone when nothing did. */
function closeText(step: StepView, type: 'text' | 'reasoning', text: string): StepView {
  const open = step.parts.findIndex(part => part.type === type && !part.done)
  const closed = { type, text, done: true }
  return { ...step, parts: open < 0 ? [...step.parts, closed] : step.parts.with(open, closed) }
}

function newCall(callId: string, step: number, name: string): CallView {
  return { callId, step, name, state: 'writing', inputText: '', arguments: null }
}

function placeCall(view: RunView, call: CallView): RunView {
  const placed = view.calls[call.callId]
    ? view
    : changeStep(view, call.step, step => ({ ...step, parts: [...step.parts, { type: 'call', callId: call.callId }] }))
  return { ...placed, calls: { ...placed.calls, [call.callId]: call } }
}

function appendInput(view: RunView, event: EventOf<'tool-input-delta'>): RunView {
  const call = view.calls[event.callId] ?? newCall(event.callId, event.step, event.name ?? '')
  return placeCall(view, { ...call, name: event.name ?? call.name, inputText: call.inputText + event.text })
}

function addCall(view: RunView, event: EventOf<'tool-call'>): RunView {
  const call = view.calls[event.callId] ?? newCall(event.callId, event.step, event.name)
  return placeCall(view, {
    ...call, name: event.name, originalName: event.originalName, sourceId: event.sourceId, state: 'ready', calledAt: event.at,
    arguments: event.arguments, argumentsError: event.argumentsError, raw: event.raw,
    inputText: event.argumentsText ?? JSON.stringify(event.arguments),
  })
}

function answerApproval(view: RunView, event: EventOf<'approval-response'>): RunView {
  const approval = view.calls[event.callId]?.approval
  if (!approval) return view
  const answered = changeCall(view, event.callId, {
    state: 'ready', approval: { ...approval, answer: { decision: event.decision, note: event.note, at: event.at } },
  })
  return { ...answered, waitingFor: view.waitingFor.filter(callId => callId !== event.callId) }
}

/** A client that joined in mid-step: the snapshot stands for all deltas before it. */
function applySnapshot(view: RunView, event: EventOf<'step-snapshot'>): RunView {
  const isSettled = (part: StepPart) => part.type === 'call' ? view.calls[part.callId]?.state !== 'writing' : part.done
  const streamed: StepPart[] = [
    ...(event.reasoning ? [{ type: 'reasoning' as const, text: event.reasoning, done: false }] : []),
    ...(event.text ? [{ type: 'text' as const, text: event.text, done: false }] : []),
  ]
  const reset = changeStep(view, event.step, step => ({ ...step, parts: [...step.parts.filter(isSettled), ...streamed] }))
  const calls = Object.fromEntries(Object.entries(reset.calls).filter(([, call]) => call.state !== 'writing'))
  return event.calls.reduce(
    (current, call) => appendInput(current, { ...event, type: 'tool-input-delta', ...call }),
    { ...reset, calls },
  )
}

function endRun(view: RunView, event: EventOf<'run-end'>): RunView {
  return {
    ...view, state: event.reason, endedAt: event.at, usage: event.usage, cost: event.cost,
    limit: event.limit, error: event.error, waitingFor: [],
  }
}
