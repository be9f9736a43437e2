import type { RunEvent } from '#shared/run-event'

/** Joins neighbouring deltas of one stream, so that a frame folds each stream once however many deltas it brought. */
export function coalesceDeltas(events: readonly RunEvent[]): readonly RunEvent[] {
  const joined: RunEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    const both = last && join(last, event)
    if (both) joined[joined.length - 1] = both
    else joined.push(event)
  }
  return joined
}

function join(first: RunEvent, second: RunEvent): RunEvent | null {
  if (first.type === 'text-delta' && second.type === 'text-delta') {
    return first.step === second.step ? { ...first, text: first.text + second.text } : null
  }
  if (first.type === 'reasoning-delta' && second.type === 'reasoning-delta') {
    return first.step === second.step ? { ...first, text: first.text + second.text } : null
  }
  if (first.type === 'tool-input-delta' && second.type === 'tool-input-delta') {
    return first.callId === second.callId ? { ...first, name: first.name ?? second.name, text: first.text + second.text } : null
  }
  return null
}
