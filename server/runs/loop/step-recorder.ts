import { costOf } from '#shared/cost'
import { type CallArguments, MAX_ARGUMENTS_CHARACTERS } from '#shared/message'
import type { DurableEventBody, TranslationWarning, Usage } from '#shared/run-event'
import type { ModelEvent } from '../../providers/provider'
import type { RunContext } from './run-context'
import type { WireCapture } from '../wire/wire-capture'

type ToolCallEvent = Extract<ModelEvent, { type: 'tool-call' }>
type FinishEvent = Extract<ModelEvent, { type: 'finish' }>
type ProseType = 'text' | 'reasoning'

interface StepAttempt {
  readonly step: number
  readonly attempt: number
  /** By the run's clock, like `requestedAt`: when the first attempt began. */
  readonly startedAt: number
  readonly requestedAt: number
}

/**
 * Turns one answer of a model into run events: deltas go out at once, closed parts are committed. Text is kept in
 * pieces and joined once, so that a delta costs the same at the start and at the end of a long message.
 */
export class StepRecorder {
  /** Whether anything that a person can see has come: from then on the step is not tried again. */
  hasOutput = false
  private firstTokenMs: number | undefined
  private prose: { readonly type: ProseType, readonly pieces: string[] } | undefined
  private readonly pending: DurableEventBody[] = []
  private readonly step: number
  private readonly startedAt: number
  private readonly requestedAt: number
  private readonly callIds: string[] = []
  /** How long each call's arguments are so far. */
  private readonly inputLengths: number[] = []
  /** Stored with the commit that ends this attempt. */
  readonly wire: WireCapture | undefined

  constructor(private readonly context: RunContext, { step, attempt, startedAt, requestedAt }: StepAttempt) {
    this.step = step
    this.startedAt = startedAt
    this.requestedAt = requestedAt
    this.wire = context.captureWire?.(step, attempt)
  }

  /** Whether the newest thing that came is text. */
  get isInText(): boolean {
    return this.prose?.type === 'text'
  }

  /** Whether this event closes reasoning, which must be committed before the event is added. */
  endsReasoning(event: ModelEvent): boolean {
    if (this.prose?.type !== 'reasoning') return false
    return event.type === 'tool-input-delta' || (event.type === 'text-delta' && event.text !== '')
  }

  /** Reasoning is closed at once, so that screens can fold it away; closed text goes with the next commit. */
  async commitReasoning(): Promise<void> {
    this.takeProse()
    await this.context.record(this.pending.splice(0))
  }

  add(event: Exclude<ModelEvent, FinishEvent>): void {
    switch (event.type) {
      case 'request':
        return this.wire?.addRequest(event.body)
      case 'warning':
        return this.warn(event.warning)
      case 'text-delta':
        return this.addProse('text', event.text)
      case 'reasoning-delta':
        return this.addProse('reasoning', event.text)
      case 'tool-input-delta':
        return this.addInput(event)
      case 'tool-call':
        return this.addCall(event)
      default:
        return event satisfies never
    }
  }

  /** A tool is translated alike in every step: what was said once in this run is not said again. */
  private warn(warning: TranslationWarning): void {
    if (!this.context.ledger.hasWarned(warning)) this.pending.push({ type: 'translation-warning', step: this.step, warning })
  }

  private addProse(type: ProseType, text: string): void {
    if (text === '') return
    this.markOutput()
    if (this.prose?.type !== type) this.takeProse()
    this.prose ??= { type, pieces: [] }
    this.prose.pieces.push(text)
    this.context.publish({ type: type === 'text' ? 'text-delta' : 'reasoning-delta', step: this.step, text })
  }

  private addInput({ index, name, text }: Extract<ModelEvent, { type: 'tool-input-delta' }>): void {
    this.markOutput()
    this.takeProse()
    const length = (this.inputLengths[index] ?? 0) + text.length
    this.inputLengths[index] = length
    // The call will be invalid, and only its beginning is kept.
    if (length > MAX_ARGUMENTS_CHARACTERS) return
    const callId = this.callIdOf(index)
    this.context.publish(name
      ? { type: 'tool-input-delta', step: this.step, callId, name, text }
      : { type: 'tool-input-delta', step: this.step, callId, text })
  }

  private addCall({ index, providerCallId, name, arguments: input, raw }: ToolCallEvent): void {
    this.takeProse()
    this.markOutput()
    const tool = this.context.describeTool(name)
    this.pending.push({
      type: 'tool-call',
      step: this.step,
      callId: this.callIdOf(index),
      ...(providerCallId !== undefined && { providerCallId }),
      name,
      ...tool,
      ...toArgumentFields(input),
      raw,
    })
  }

  /** What is left of the answer, together with its end. */
  async finish({ finishReason, rawFinishReason, explanation, usage, native, hasSealedReasoning }: FinishEvent): Promise<void> {
    this.takeProse()
    const { provider, connection, model } = this.context
    const origin = { adapter: provider.id, endpoint: connection.baseUrl ?? provider.officialBaseUrl, model }
    const wire = await this.wire?.seal()
    this.context.stage([...this.pending.splice(0), {
      type: 'step-end', step: this.step, usage, finishReason, rawFinishReason, origin,
      cost: this.costOf(usage),
      durationMs: this.measureStep(),
      ...(this.firstTokenMs !== undefined && { firstTokenMs: this.firstTokenMs }),
      ...(explanation && { explanation }),
      ...(native !== undefined && { native }),
      ...(hasSealedReasoning && { hasSealedReasoning }),
    }], wire)
  }

  /** The answer broke off: what was shown is kept, calls that were not whole are not. */
  async breakOff(finishReason: 'cancelled' | 'error', usage: Usage): Promise<void> {
    this.takeProse()
    const cost = usage.partial ? this.costOf(usage) : 0
    const wire = await this.wire?.seal()
    await this.context.record([...this.pending.splice(0), {
      type: 'step-end', step: this.step, usage, cost, durationMs: this.measureStep(), finishReason, rawFinishReason: null,
    }], undefined, wire)
  }

  private measureStep(): number {
    return Math.round(this.context.clock.now() - this.startedAt)
  }

  private costOf(usage: Usage): number | null {
    const { prices } = this.context
    return prices ? costOf(usage, prices) : null
  }

  private markOutput(): void {
    this.hasOutput = true
    this.firstTokenMs ??= Math.round(this.context.clock.now() - this.requestedAt)
  }

  private takeProse(): void {
    if (!this.prose) return
    const { type, pieces } = this.prose
    this.pending.push({ type: type === 'text' ? 'text-end' : 'reasoning-end', step: this.step, text: pieces.join('') })
    this.prose = undefined
  }

  // Vendors send call ids late, twice, or never; ours are unique in the conversation and the same in a replay.
  private callIdOf(index: number): string {
    return this.callIds[index] ??= `call_${this.context.runId.slice(-12)}_${this.step}_${index + 1}`
  }
}

function toArgumentFields(input: CallArguments) {
  return input.ok
    ? { arguments: input.value }
    : { arguments: null, argumentsText: input.text, argumentsError: input.error }
}
