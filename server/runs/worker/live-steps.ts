import { assertNever } from '#shared/assert-never'
import type { DeltaEvent, DurableEvent, LiveEvent, StreamedPart } from '#shared/run-event'
import type { StepCheckpoint } from '../../ports/run-store'
import { closedBy, keyOfDelta, type StreamKey } from './streamed-part'

/** The unfinished step of a run: what has streamed after the stored event number `after`. */
export interface StepProgress extends Pick<StepCheckpoint, 'step' | 'after'> {
  readonly parts: StreamedPart[]
}

type Unplaced = LiveEvent extends infer Event ? Event extends DeltaEvent ? Omit<Event, 'after' | 'offset'> : Event : never

/** The unfinished steps of the runs that this process works on: for checkpoints, and for readers that join in mid-step. */
export class LiveSteps {
  private readonly steps = new Map<string, LiveStep>()

  addStored(event: DurableEvent): void {
    const closed = closedBy(event)
    if (closed === 'run') this.steps.delete(event.runId)
    else this.find(event.runId).addStored(event, closed)
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

type UnplacedDelta = Exclude<Unplaced, { type: 'tool-progress' | 'step-snapshot' }>

const TYPES = { 'text-delta': 'text', 'reasoning-delta': 'reasoning', 'tool-input-delta': 'call' } as const

/** A part of the answer that is not stored, in the order in which it began. */
interface OpenPart {
  readonly key: StreamKey
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
  private readonly lengths = new Map<StreamKey, number>()

  add(event: Unplaced): LiveEvent {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-input-delta':
        return { ...event, ...this.place(event) }
      case 'tool-progress':
      case 'step-snapshot':
        return event
      default:
        return assertNever(event)
    }
  }

  /** What is stored is no part of the unfinished step any more. */
  addStored(event: DurableEvent, closed: StreamKey | 'step' | undefined): void {
    this.after = event.sequence
    if (event.type === 'step-start') this.step = event.step
    if (closed === 'step') this.clear()
    else if (closed) this.close(closed)
  }

  read(): StepProgress | undefined {
    if (this.parts.length === 0) return undefined
    return { step: this.step, after: this.after, parts: this.parts.map(toStreamedPart) }
  }

  private place(delta: UnplacedDelta): Pick<DeltaEvent, 'after' | 'offset'> {
    const key = keyOfDelta(delta)
    const part = this.findOpen(key) ?? this.open(key, delta)
    if ('name' in delta && delta.name) part.name = delta.name
    part.streamed.add(delta.text)
    const offset = this.lengths.get(key) ?? 0
    this.lengths.set(key, offset + delta.text.length)
    return { after: this.after, offset }
  }

  /** Calls stream side by side; text and reasoning go on only at the end, as on a screen. */
  private findOpen(key: StreamKey): OpenPart | undefined {
    const last = this.parts.at(-1)
    if (key === 'text' || key === 'reasoning') return last?.key === key ? last : undefined
    return this.parts.find(part => part.key === key)
  }

  private open(key: StreamKey, delta: UnplacedDelta): OpenPart {
    const part = { key, type: TYPES[delta.type], callId: 'callId' in delta ? delta.callId : '', streamed: new Streamed() }
    this.parts.push(part)
    return part
  }

  private close(key: StreamKey): void {
    this.parts = this.parts.filter(part => part.key !== key)
    this.lengths.delete(key)
  }

  private clear(): void {
    this.parts = []
    this.lengths.clear()
  }
}

function toStreamedPart({ type, callId, name, streamed }: OpenPart): StreamedPart {
  return type === 'call' ? { type, callId, ...(name && { name }), text: streamed.read() } : { type, text: streamed.read() }
}
