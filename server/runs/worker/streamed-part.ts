import { assertNever } from '#shared/assert-never'
import type { DeltaEvent, DurableEvent, StreamedPart } from '#shared/run-event'

/** What streams until a stored event holds it: the open text of a step, its open reasoning, or one call. */
export type StreamKey = 'text' | 'reasoning' | `call ${string}`

type Delta = Pick<Exclude<DeltaEvent, { callId: string }>, 'type'> | Pick<Extract<DeltaEvent, { callId: string }>, 'type' | 'callId'>

export function keyOfDelta(delta: Delta): StreamKey {
  if (delta.type === 'tool-input-delta') return `call ${delta.callId}`
  return delta.type === 'text-delta' ? 'text' : 'reasoning'
}

export function keyOfPart(part: StreamedPart): StreamKey {
  return part.type === 'call' ? `call ${part.callId}` : part.type
}

/** What a stored event closes: the stream that it holds, all streams of its step, or those of its run, which nobody works on then. */
export function closedBy(event: DurableEvent): StreamKey | 'step' | 'run' | undefined {
  switch (event.type) {
    case 'text-end':
      return 'text'
    case 'reasoning-end':
      return 'reasoning'
    case 'tool-call':
      return `call ${event.callId}`
    case 'step-start':
    case 'step-end':
      return 'step'
    case 'run-wait':
    case 'run-end':
      return 'run'
    case 'run-start':
    case 'run-resume':
    case 'step-retry':
    case 'translation-warning':
    case 'approval-request':
    case 'approval-response':
    case 'tool-start':
    case 'tool-end':
      return undefined
    default:
      return assertNever(event)
  }
}
