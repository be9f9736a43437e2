import { assertNever } from '#shared/assert-never'
import type { DeltaEvent, DurableEvent, LiveEvent, StreamedPart } from '#shared/run-event'
import type { StepCheckpoint } from '../../ports/run-store'

/** The unfinished step of a run: what has streamed after the stored event number `after`. */
export interface StepProgress extends Pick<StepCheckpoint, 'step' | 'after'> {
  readonly parts: StreamedPart[]
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

  add(text: string): void {
    this.pieces.push(text)
  }

  /** The joined text replaces its pieces, so that the next reader does not join them again. */
  read(): string {
    if (this.pieces.length > 1) this.pieces = [this.pieces.join('')]
    return this.pieces[0] ?? ''
  }
}

/** A part of the answer that is not stored, in the order in which it began. */
interface OpenPart {
  readonly type: StreamedPart['type']
  /** Of a call. */
  readonly callId: string
  name?: string
  readonly streamed: Streamed
}

class LiveStep {
  private step = 0
  private after = 0
  private parts: OpenPart[] = []
  /** How much of all open text, of all open reasoning, and of each open call has streamed. */
  private readonly lengths = new Map<string, number>()

  add(event: Unplaced): LiveEvent {
    switch (event.type) {
      case 'text-delta':
        return { ...event, ...this.place('text', '', event) }
      case 'reasoning-delta':
        return { ...event, ...this.place('reasoning', '', event) }
      case 'tool-input-delta':
        return { ...event, ...this.place('call', event.callId, event) }
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
    if (event.type === 'text-end') this.close('text', '')
    if (event.type === 'reasoning-end') this.close('reasoning', '')
    if (event.type === 'tool-call') this.close('call', event.callId)
    if (event.type === 'step-start') this.step = event.step
    if (event.type === 'step-start' || event.type === 'step-end') this.clear()
  }

  read(): StepProgress | undefined {
    if (this.parts.length === 0) return undefined
    return { step: this.step, after: this.after, parts: this.parts.map(toStreamedPart) }
  }

  private place(type: OpenPart['type'], callId: string, { name, text }: { readonly name?: string, readonly text: string }) {
    const part = this.findOpen(type, callId)
    if (name) part.name = name
    part.streamed.add(text)
    const offset = this.lengths.get(keyOf(type, callId)) ?? 0
    this.lengths.set(keyOf(type, callId), offset + text.length)
    return { after: this.after, offset }
  }

  /** Calls stream side by side; text and reasoning go on only at the end, as on a screen. */
  private findOpen(type: OpenPart['type'], callId: string): OpenPart {
    const open = type === 'call' ? this.parts.find(part => part.callId === callId) : this.parts.at(-1)
    if (open?.type === type) return open
    const part = { type, callId, streamed: new Streamed() }
    this.parts.push(part)
    return part
  }

  private close(type: OpenPart['type'], callId: string): void {
    this.parts = this.parts.filter(part => part.type !== type || part.callId !== callId)
    this.lengths.delete(keyOf(type, callId))
  }

  private clear(): void {
    this.parts = []
    this.lengths.clear()
  }
}

function keyOf(type: OpenPart['type'], callId: string): string {
  return `${type} ${callId}`
}

function toStreamedPart({ type, callId, name, streamed }: OpenPart): StreamedPart {
  return type === 'call' ? { type, callId, ...(name && { name }), text: streamed.read() } : { type, text: streamed.read() }
}
