import type { EventOf, RunEvent } from '#shared/run-event'

/** What has streamed of one unfinished step, in pieces: joined only when somebody joins in mid-step. */
export class StepAccumulator {
  private step = 0
  private text: string[] = []
  private reasoning: string[] = []
  private readonly calls = new Map<string, { name?: string, readonly pieces: string[] }>()

  add(event: RunEvent): void {
    switch (event.type) {
      case 'step-start':
        this.clear()
        this.step = event.step
        break
      case 'text-delta':
        this.text.push(event.text)
        break
      case 'reasoning-delta':
        this.reasoning.push(event.text)
        break
      case 'tool-input-delta':
        this.addInput(event)
        break
      // From here on the stored event says it all.
      case 'text-end':
        this.text = []
        break
      case 'reasoning-end':
        this.reasoning = []
        break
      case 'tool-call':
        this.calls.delete(event.callId)
        break
      case 'step-end':
        this.clear()
        break
      default:
    }
  }

  /** Undefined when nothing has streamed that is not stored. */
  read(): Pick<EventOf<'step-snapshot'>, 'step' | 'text' | 'reasoning' | 'calls'> | undefined {
    if (this.text.length === 0 && this.reasoning.length === 0 && this.calls.size === 0) return undefined
    const calls = [...this.calls].map(([callId, { name, pieces }]) => ({ callId, name, text: joinInPlace(pieces) }))
    return { step: this.step, text: joinInPlace(this.text), reasoning: joinInPlace(this.reasoning), calls }
  }

  private addInput({ callId, name, text }: EventOf<'tool-input-delta'>): void {
    const call = this.calls.get(callId) ?? { pieces: [] }
    if (name) call.name = name
    call.pieces.push(text)
    this.calls.set(callId, call)
  }

  private clear(): void {
    this.text = []
    this.reasoning = []
    this.calls.clear()
  }
}

/** The joined text replaces its pieces, so that the next reader does not join them again. */
function joinInPlace(pieces: string[]): string {
  const joined = pieces.join('')
  pieces.splice(0, pieces.length, ...(joined ? [joined] : []))
  return joined
}
