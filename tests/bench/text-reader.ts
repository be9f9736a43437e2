import type { RunEvent } from '#shared/run-event'

/** Answers what an event adds to the text of its step, as a delta or as a snapshot for a reader that joined in mid-step. */
export function createTextReader(): (event: RunEvent) => string {
  let step: number | undefined
  let length = 0
  return (event) => {
    if (event.type !== 'text-delta' && event.type !== 'step-snapshot') return ''
    if (event.step !== step) length = 0
    step = event.step
    const added = event.type === 'text-delta'
      ? event.text
      : event.parts.flatMap(part => part.type === 'text' ? part.text : []).join('').slice(length)
    length += added.length
    return added
  }
}
