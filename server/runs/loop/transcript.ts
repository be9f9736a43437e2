import { assertNever } from '#shared/assert-never'
import { isHalf } from '#shared/half-answer'
import type { AssistantPart, CallArguments, Message, ToolCallPart, ToolResult, TurnOrigin } from '#shared/message'
import type { BodyOf, DurableEventBody } from '#shared/run-event'
import type { ToolOutcome } from '#shared/tool-outcome'
import { notStarted } from '../../tools/outcomes'

interface OpenStep {
  readonly parts: AssistantPart[]
  readonly calls: ToolCallPart[]
  readonly outcomes: Map<string, ToolOutcome>
  /** What was said beside a yes, by call. */
  readonly notes: Map<string, string | undefined>
  end?: BodyOf<'step-end'>
}

const NO_ORIGIN: TurnOrigin = { adapter: '', endpoint: '', model: '' }

export interface Transcript {
  add(event: DurableEventBody): void
  /** The canonical messages so far. Each call has exactly one result right behind it, in call order. */
  messages(): readonly Message[]
}

/**
 * Folds stored events into the messages for the next step. Grows by appending: nothing is read twice. What a stop or
 * a crash left open is closed with a result that says so, because no provider accepts a call without one.
 */
export function createTranscript(): Transcript {
  const closed: Message[] = []
  let step: OpenStep | undefined

  function dropHalf(): void {
    if (step && isHalf(step.end?.finishReason, step.parts)) step = undefined
  }

  function closeStep(): void {
    if (step) closed.push(...toMessages(step))
    step = undefined
  }

  return {
    add: (event) => {
      switch (event.type) {
        case 'run-start':
          closeStep()
          return pushUser(closed, event)
        case 'step-start':
          dropHalf()
          closeStep()
          step = { parts: [], calls: [], outcomes: new Map(), notes: new Map() }
          return
        case 'run-resume':
          return dropHalf()
        default:
          if (step) addToStep(step, event)
      }
    },
    messages: () => step ? [...closed, ...toMessages(step)] : closed,
  }
}

/** A run that ended before the model said anything leaves a user message that the next one joins: roles alternate. */
function pushUser(messages: Message[], { input }: BodyOf<'run-start'>): void {
  const last = messages.at(-1)
  if (last?.role === 'user') messages.splice(-1, 1, { role: 'user', content: [...last.content, ...input] })
  else messages.push({ role: 'user', content: input })
}

type StepEvent = Exclude<DurableEventBody, BodyOf<'run-start' | 'step-start' | 'run-resume'>>

function addToStep(step: OpenStep, event: StepEvent): void {
  switch (event.type) {
    case 'text-end':
      step.parts.push({ type: 'text', text: event.text })
      break
    case 'reasoning-end':
      step.parts.push({ type: 'reasoning', text: event.text })
      break
    case 'tool-call':
      addCall(step, toCallPart(event))
      break
    // Only the newest answer counts: a call that has changed since is asked about again.
    case 'approval-response':
      step.notes.set(event.callId, event.decision === 'allow' ? event.note : undefined)
      break
    case 'tool-end':
      step.outcomes.set(event.callId, event.outcome)
      break
    case 'step-end':
      step.end = event
      break
    // These are no part of the conversation with the model.
    case 'step-retry':
    case 'translation-warning':
    case 'approval-request':
    case 'tool-start':
    case 'run-wait':
    case 'run-end':
      break
    default:
      assertNever(event)
  }
}

function addCall(step: OpenStep, call: ToolCallPart): void {
  step.parts.push(call)
  step.calls.push(call)
}

export function readCallArguments(event: BodyOf<'tool-call'>): CallArguments {
  return event.arguments === null
    ? { ok: false, text: event.argumentsText ?? '', error: event.argumentsError ?? 'The arguments are not a JSON object.' }
    : { ok: true, value: event.arguments }
}

function toCallPart(event: BodyOf<'tool-call'>): ToolCallPart {
  const { callId, providerCallId, name } = event
  return { type: 'tool-call', callId, ...(providerCallId !== undefined && { providerCallId }), name, arguments: readCallArguments(event) }
}

function toMessages(step: OpenStep): Message[] {
  if (step.parts.length === 0) return []
  const { end } = step
  const assistant: Message = {
    role: 'assistant',
    parts: [...step.parts],
    origin: end?.origin ?? NO_ORIGIN,
    ...(end?.native !== undefined && { native: end.native }),
    ...(end?.hasSealedReasoning && { hasSealedReasoning: true }),
  }
  if (step.calls.length === 0) return [assistant]
  return [assistant, { role: 'tool', results: step.calls.map(call => toResult(call, step)) }]
}

function toResult({ callId, providerCallId, name }: ToolCallPart, { outcomes, notes }: OpenStep): ToolResult {
  const outcome = outcomes.get(callId) ?? notStarted()
  const note = notes.get(callId)
  return { callId, ...(providerCallId !== undefined && { providerCallId }), name, outcome: note ? { ...outcome, note } : outcome }
}
