import type { AnswerReader, Emit } from '#server/providers/kit/stream/answer-reader'
import type { ModelEvent } from '#server/providers/provider'

/** What a reader makes of a vendor's events. Throws what it throws. */
export function readEvents(createReader: (emit: Emit) => AnswerReader, events: readonly unknown[]): ModelEvent[] {
  const said: ModelEvent[] = []
  const reader = createReader(event => said.push(event))
  events.some(event => reader.accept(event))
  reader.finish()
  return said
}
