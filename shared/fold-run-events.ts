import { assertNever } from './assert-never'
import { CopyOnce } from './copy-once'
import { isHalf } from './half-answer'
import type { DurableEvent, EventOf, RunEvent } from './run-event'
import { type CallView, emptyRunView, type RunView, type StepPart, type StepView } from './run-view'

/** Folds stored events: what a reviewer sees is what the person saw. */
export function foldRunEvents(runId: string, events: readonly RunEvent[]): RunView {
  return applyRunEvents(emptyRunView(runId), events)
}

/**
 * Applies further events. Pure: shares what did not change, and each part of the view is copied once at most, so the work is linear
 * in the events. A durable event that was already seen changes nothing.
 */
export function applyRunEvents(view: RunView, events: readonly RunEvent[]): RunView {
  const fold = new RunFold(view)
  for (const event of events) fold.add(event)
  return fold.view
}

type CallEvent = EventOf<'tool-call' | 'approval-request' | 'approval-response' | 'tool-start' | 'tool-end'>

class RunFold {
  private readonly copies = new CopyOnce()

  constructor(public view: RunView) {}

  add(event: RunEvent): void {
    if (!('sequence' in event)) return this.addLive(event)
    if (event.sequence <= this.view.lastSequence) return
    this.change({ lastSequence: event.sequence })
    this.addDurable(event)
  }

  private addLive(event: Exclude<RunEvent, DurableEvent>): void {
    switch (event.type) {
      case 'text-delta':
        return this.changeParts(event.step, parts => appendText(parts, 'text', event.text))
      case 'reasoning-delta':
        return this.changeParts(event.step, parts => appendText(parts, 'reasoning', event.text))
      case 'tool-input-delta':
        return this.appendInput(event)
      case 'tool-progress':
        return this.changeCall(event.callId, { progress: { progress: event.progress, total: event.total, message: event.message } })
      case 'step-snapshot':
        return this.addSnapshot(event)
      default:
        return assertNever(event)
    }
  }

  private addDurable(event: DurableEvent): void {
    switch (event.type) {
      case 'run-start':
        return this.change({ state: 'running', model: event.model, tools: event.tools, input: event.input, startedAt: event.at })
      case 'run-resume':
        this.discardHalf()
        return this.change({ state: 'running', endedAt: undefined, error: undefined })
      case 'step-start':
        return this.startStep(event)
      case 'step-retry':
        return this.changeStep(event.step, step => ({ retries: [...step.retries, event] }))
      case 'translation-warning':
        return this.addWarning(event)
      case 'reasoning-end':
        return this.closeText('reasoning', event)
      case 'text-end':
        return this.closeText('text', event)
      case 'step-end':
        return this.changeStep(event.step, () => ({
          endedAt: event.at, usage: event.usage, cost: event.cost, finishReason: event.finishReason,
          rawFinishReason: event.rawFinishReason, durationMs: event.durationMs, firstTokenMs: event.firstTokenMs,
        }))
      case 'run-wait':
        return this.change({ state: 'waiting', waitingFor: event.callIds })
      case 'run-end':
        this.closeStep(event.at)
        return this.change({
          state: event.reason, endedAt: event.at,
          usage: event.usage, cost: event.cost, limit: event.limit, error: event.error, waitingFor: [],
        })
      default:
        return this.addCallEvent(event)
    }
  }

  private addCallEvent(event: CallEvent): void {
    switch (event.type) {
      case 'tool-call':
        return this.addCall(event)
      case 'approval-request':
        return this.changeCall(event.callId, { state: 'waiting', approval: { reason: event.reason, requestedAt: event.at } })
      case 'approval-response':
        return this.answerApproval(event)
      case 'tool-start':
        this.change({ state: 'running' })
        return this.changeCall(event.callId, { state: 'running', startedAt: event.at, auditSeq: event.auditSeq })
      case 'tool-end':
        return this.changeCall(event.callId, {
          state: 'done', endedAt: event.at, outcome: event.outcome, progress: undefined,
          ...(event.auditSeq && { auditSeq: event.auditSeq }),
        })
      default:
        return assertNever(event)
    }
  }

  private change(part: Partial<RunView>): void {
    this.view = Object.assign(this.copies.edit(this.view), part)
  }

  private startStep({ step, at }: EventOf<'step-start'>): void {
    this.discardHalf()
    this.change({ state: 'running' })
    this.steps().push({ step, startedAt: at, parts: [], warnings: [], retries: [] })
  }

  private steps(): StepView[] {
    const steps = this.copies.edit(this.view.steps)
    this.change({ steps })
    return steps
  }

  private changeStep(number: number, change: (step: StepView) => Partial<StepView>): void {
    const index = this.view.steps.findLastIndex(({ step }) => step === number)
    const step = this.view.steps[index]
    if (step) this.steps()[index] = Object.assign(this.copies.edit(step), change(step))
  }

  /** The same steps as the transcript leaves out. */
  private discardHalf(): void {
    const last = this.view.steps.at(-1)
    if (last && isHalf(last.finishReason, last.parts)) this.changeStep(last.step, () => ({ isDiscarded: true }))
  }

  /** The step during which a run ends has no end event of its own. */
  private closeStep(at: string): void {
    const last = this.view.steps.at(-1)
    if (!last || last.endedAt) return
    const close = (part: StepPart): StepPart => part.type === 'call' ? part : { ...part, done: true }
    this.changeStep(last.step, ({ parts }) => ({ endedAt: at, parts: parts.map(close) }))
  }

  private changeParts(number: number, change: (parts: StepPart[]) => void): void {
    this.changeStep(number, (step) => {
      const parts = this.copies.edit(step.parts)
      change(parts)
      return { parts }
    })
  }

  private addWarning({ step: number, warning }: EventOf<'translation-warning'>): void {
    this.changeStep(number, (step) => {
      const warnings = this.copies.edit(step.warnings)
      warnings.push(warning)
      return { warnings }
    })
  }

  private setCall(call: CallView): void {
    const calls = this.copies.edit(this.view.calls)
    calls[call.callId] = call
    this.change({ calls })
  }

  private changeCall(callId: string, part: Partial<CallView>): void {
    const call = this.view.calls[callId]
    if (call) this.setCall({ ...call, ...part })
  }

  /** The closing event carries the complete text and replaces what streamed. */
  private closeText(type: 'text' | 'reasoning', { step, text }: EventOf<'text-end' | 'reasoning-end'>): void {
    this.changeParts(step, parts => this.placeStored(parts, { type, text, done: true }, part => part.type === type))
  }

  /** What is stored stands before all that still streams: in the same order as when only the stored events are folded. */
  private placeStored(parts: StepPart[], stored: StepPart, isStreamed: (part: StepPart) => boolean): void {
    const end = parts.findLastIndex(part => this.isStored(part)) + 1
    const open = parts.slice(end).findIndex(isStreamed)
    if (open >= 0) parts.splice(end + open, 1)
    parts.splice(end, 0, stored)
  }

  private isStored(part: StepPart): boolean {
    return part.type === 'call' ? this.view.calls[part.callId]?.state !== 'writing' : part.done
  }

  private appendInput({ callId, step, name, text }: Pick<EventOf<'tool-input-delta'>, 'callId' | 'step' | 'name' | 'text'>): void {
    const known = this.view.calls[callId]
    if (!known) this.changeParts(step, parts => void parts.push({ type: 'call', callId }))
    const call = known ?? newCall(callId, step, name ?? '')
    this.setCall({ ...call, name: name ?? call.name, inputText: call.inputText + text })
  }

  private addCall(event: EventOf<'tool-call'>): void {
    const { callId, step } = event
    const call = this.view.calls[callId] ?? newCall(callId, step, event.name)
    if (call.state === 'writing') {
      const isStreamed = (part: StepPart) => part.type === 'call' && part.callId === callId
      this.changeParts(step, parts => this.placeStored(parts, { type: 'call', callId }, isStreamed))
    }
    this.setCall({
      ...call, name: event.name, originalName: event.originalName, sourceId: event.sourceId, state: 'ready', calledAt: event.at,
      arguments: event.arguments, argumentsError: event.argumentsError, raw: event.raw,
      inputText: event.argumentsText ?? JSON.stringify(event.arguments),
    })
  }

  private answerApproval({ callId, decision, note, at }: EventOf<'approval-response'>): void {
    const approval = this.view.calls[callId]?.approval
    if (!approval) return
    this.changeCall(callId, { state: 'ready', approval: { ...approval, answer: { decision, note, at } } })
    this.change({ waitingFor: this.view.waitingFor.filter(waiting => waiting !== callId) })
  }

  /** The snapshot replaces all deltas before it, for a client that joined during the step. */
  private addSnapshot({ step: number, parts: streamed }: EventOf<'step-snapshot'>): void {
    this.changeStep(number, step => ({ parts: step.parts.filter(part => this.isStored(part)) }))
    this.change({ calls: Object.fromEntries(Object.entries(this.view.calls).filter(([, call]) => call.state !== 'writing')) })
    for (const part of streamed) {
      if (part.type === 'call') this.appendInput({ step: number, ...part })
      else this.changeParts(number, parts => appendText(parts, part.type, part.text))
    }
  }
}

function appendText(parts: StepPart[], type: 'text' | 'reasoning', text: string): void {
  const last = parts.at(-1)
  if (last?.type === type && !last.done) parts[parts.length - 1] = { type, text: last.text + text, done: false }
  else parts.push({ type, text, done: false })
}

function newCall(callId: string, step: number, name: string): CallView {
  return { callId, step, name, state: 'writing', inputText: '', arguments: null }
}
