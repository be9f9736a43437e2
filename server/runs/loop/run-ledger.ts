import { assertNever } from '#shared/assert-never'
import { sumCosts } from '#shared/cost'
import type { CallArguments } from '#shared/message'
import type { BodyOf, DurableEventBody, TranslationWarning, Usage } from '#shared/run-event'
import type { ApprovalAnswer } from '../../tools/execute-tool-call'
import type { RunProgress } from './run-limits'
import { readCallArguments } from './transcript'

/** A call of the newest step, and what has been decided about it. */
export interface OpenCall {
  readonly callId: string
  readonly name: string
  readonly arguments: CallArguments
  /** Which call of the run it is, from 1. */
  readonly ordinal: number
  /** Which call of its step it is, from 1. */
  readonly ordinalInStep: number
  /** An approval was asked for and not answered yet. */
  readonly isWaiting: boolean
  readonly approval?: ApprovalAnswer
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
/** Of an answer that broke off before the vendor reported what it used. */
export const UNKNOWN_USAGE: Usage = { ...NO_USAGE, partial: true }

interface CallRecord {
  readonly event: BodyOf<'tool-call'>
  readonly ordinal: number
  readonly ordinalInStep: number
  isWaiting: boolean
  hasEnded: boolean
  approval?: ApprovalAnswer
}

/**
 * Where a run stands, as a fold over its stored events. The loop holds nothing else, so starting again after an
 * answer, or after a restart of the process, is the same as going on.
 */
export class RunLedger {
  private readonly calls = new Map<string, CallRecord>()
  private readonly warnings = new Set<string>()
  private lastSignature = ''
  private repeats = 0
  private toolCalls = 0
  /** Calls of the newest step. */
  private callsInStep = 0
  /** As it was measured where the work was done: the times of events are by a clock that may be set. */
  private activeMs = 0
  private retryCount = 0
  private retryWaitMs = 0
  private readonly finished: BodyOf<'step-end'>[] = []
  private stepStarts = 0
  /** Whether the newest step was asked for without tools, because a limit was reached. */
  isLastAnswer = false

  add(event: DurableEventBody): void {
    switch (event.type) {
      case 'step-start':
        this.startStep(event)
        break
      case 'step-end':
        this.endStep(event)
        break
      case 'step-retry':
        this.addRetry(event)
        break
      case 'translation-warning':
        this.warnings.add(JSON.stringify(event.warning))
        break
      case 'tool-call':
        this.addCall(event)
        break
      case 'approval-request':
        this.changeCall(event.callId, { isWaiting: true })
        break
      case 'approval-response':
        this.changeCall(event.callId, { isWaiting: false, approval: event })
        break
      case 'tool-end':
        this.endCall(event)
        break
      // These neither count towards a limit nor open or end a call.
      case 'run-start':
      case 'run-resume':
      case 'run-wait':
      case 'run-end':
      case 'reasoning-end':
      case 'text-end':
      case 'tool-start':
        break
      default:
        assertNever(event)
    }
  }

  private startStep({ step, final = false }: BodyOf<'step-start'>): void {
    this.stepStarts = Math.max(this.stepStarts, step)
    this.isLastAnswer = final
    this.callsInStep = 0
  }

  private endStep(event: BodyOf<'step-end'>): void {
    this.finished.push(event)
    this.activeMs += event.durationMs ?? 0
  }

  private addRetry({ delayMs }: BodyOf<'step-retry'>): void {
    this.retryCount += 1
    this.retryWaitMs += delayMs
  }

  private addCall(event: BodyOf<'tool-call'>): void {
    this.toolCalls += 1
    this.callsInStep += 1
    this.calls.set(event.callId, { event, ordinal: this.toolCalls, ordinalInStep: this.callsInStep, isWaiting: false, hasEnded: false })
  }

  private changeCall(callId: string, change: Partial<CallRecord>): void {
    Object.assign(this.calls.get(callId) ?? {}, change)
  }

  private endCall(event: BodyOf<'tool-end'>): void {
    const call = this.calls.get(event.callId)
    if (!call) return
    call.hasEnded = true
    this.activeMs += event.outcome.durationMs
    this.countRepeat(call.event, event)
  }

  private countRepeat(call: BodyOf<'tool-call'>, end: BodyOf<'tool-end'>): void {
    const signature = JSON.stringify([call.name, call.arguments ?? call.argumentsText, end.outcome.status, end.outcome.content])
    this.repeats = signature === this.lastSignature ? this.repeats + 1 : 1
    this.lastSignature = signature
  }

  /** Calls without an outcome, in call order. */
  openCalls(): readonly OpenCall[] {
    return [...this.calls.values()].filter(call => !call.hasEnded).map(({ event, ordinal, ordinalInStep, isWaiting, approval }) => ({
      callId: event.callId, name: event.name, arguments: readCallArguments(event), ordinal, ordinalInStep, isWaiting,
      ...(approval && { approval }),
    }))
  }

  hasWarned(warning: TranslationWarning): boolean {
    return this.warnings.has(JSON.stringify(warning))
  }

  hasCalls(step: number): boolean {
    return [...this.calls.values()].some(({ event }) => event.step === step)
  }

  get steps(): number {
    return this.stepStarts
  }

  get lastStep(): BodyOf<'step-end'> | undefined {
    return this.finished.at(-1)
  }

  get progress(): RunProgress {
    return { steps: this.stepStarts, toolCalls: this.toolCalls, activeMs: this.activeMs, repeats: this.repeats }
  }

  /** How often anything in this run was tried again, and how long was waited for it. */
  get retries(): { readonly runRetries: number, readonly runWaitMs: number } {
    return { runRetries: this.retryCount, runWaitMs: this.retryWaitMs }
  }

  /** US dollars; `null` as soon as tokens were used at a cost that is not known. */
  get cost(): number | null {
    return sumCosts(this.modelCalls)
  }

  get usage(): Usage {
    return this.modelCalls.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE)
  }

  /** Each with what it used. A step that began and has no end was at work when the process died. */
  private get modelCalls(): readonly { readonly usage: Usage, readonly cost?: number | null }[] {
    return this.stepStarts > this.finished.length ? [...this.finished, { usage: UNKNOWN_USAGE }] : this.finished
  }
}

function addUsage(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cachedInputTokens: left.cachedInputTokens + right.cachedInputTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    reasoningTokens: left.reasoningTokens + right.reasoningTokens,
    ...((left.partial || right.partial) && { partial: true }),
  }
}
