import { assertNever } from '#shared/assert-never'
import type { DeltaEvent, DurableEvent, EventOf, LiveEvent } from '#shared/run-event'
import type { StepCheckpoint } from '../../ports/run-store'

/** The unfinished step of a run: what a checkpoint keeps, and the arguments that have streamed of each open call. */
export interface StepProgress extends StepCheckpoint {
  readonly calls: EventOf<'step-snapshot'>['calls']
}

type Unplaced = LiveEvent extends infer Event ? Event extends DeltaEvent ? Omit<Event, 'after' | 'offset'> : Event : never

/** The unfinished steps of the runs that this process works on: for checkpoints, and for readers that join in mid-step. */
export class LiveSteps {
  private readonly steps = new Map<string, LiveStep>()

  addStored(event: DurableEvent): void {
    if (event.type === 'run-end' || event.type === 'run-wait') this.steps.delete(event.runId)
    else this.find(event.runId).addStored(event)
  }

  /** The event with its place in the step. */
  add(event: Unplaced): LiveEvent {
    return this.find(event.runId).add(event)
  }

  /** Undefined when this process does not work on the run, or all that has streamed is stored. */
  read(runId: string): StepProgress | undefined {
    return this.steps.get(runId)?.read()
  }

  private find(runId: string): LiveStep {
    const step = this.steps.get(runId) ?? new LiveStep()
    this.steps.set(runId, step)
    return step
  }
}

/** Text in pieces, joined only when somebody reads it. */
class Streamed {
  private pieces: string[] = []
  length = 0

  add(text: string): number {
    const offset = this.length
    this.pieces.push(text)
    this.length += text.length
    return offset
  }

  /** The joined text replaces its pieces, so that the next reader does not join them again. */
  read(): string {
    if (this.pieces.length > 1) this.pieces = [this.pieces.join('')]
    return this.pieces[0] ?? ''
  }
}

class LiveStep {
  private step = 0
  private after = 0
  private text = new Streamed()
  private reasoning = new Streamed()
  private readonly calls = new Map<string, { name?: string, readonly input: Streamed }>()

  add(event: Unplaced): LiveEvent {
    switch (event.type) {
      case 'text-delta':
        return { ...event, after: this.after, offset: this.text.add(event.text) }
      case 'reasoning-delta':
        return { ...event, after: this.after, offset: this.reasoning.add(event.text) }
      case 'tool-input-delta':
        return { ...event, after: this.after, offset: this.findCall(event).add(event.text) }
      case 'tool-progress':
      case 'step-snapshot':
        return event
      default:
        return assertNever(event)
    }
  }

  /** What is stored is no part of the unfinished step any more. */
  addStored(event: DurableEvent): void {
    this.after = event.sequence
    if (event.type === 'text-end') this.text = new Streamed()
    if (event.type === 'reasoning-end') this.reasoning = new Streamed()
    if (event.type === 'tool-call') this.calls.delete(event.callId)
    if (event.type === 'step-start') this.step = event.step
    if (event.type === 'step-start' || event.type === 'step-end') this.clear()
  }

  read(): StepProgress | undefined {
    if (this.text.length === 0 && this.reasoning.length === 0 && this.calls.size === 0) return undefined
    const calls = [...this.calls].map(([callId, { name, input }]) => ({ callId, name, text: input.read() }))
    return { step: this.step, after: this.after, text: this.text.read(), reasoning: this.reasoning.read(), calls }
  }

  private findCall({ callId, name }: { readonly callId: string, readonly name?: string }): Streamed {
    const call = this.calls.get(callId) ?? { input: new Streamed() }
    if (name) call.name = name
    this.calls.set(callId, call)
    return call.input
  }

  private clear(): void {
    this.text = new Streamed()
    this.reasoning = new Streamed()
    this.calls.clear()
  }
}
