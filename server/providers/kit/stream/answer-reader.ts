import type { ModelEvent } from '../../provider'

/** Takes what a model said, in order. */
export type Emit = (event: ModelEvent) => void

/**
 * One vendor's way of saying an answer. Holds the state of one answer and waits for nothing: an answer has thousands of
 * events, and a promise for each would cost more than reading them.
 */
export interface AnswerReader<WireEvent = unknown> {
  /** Reads one event of the vendor; true when it was the last one of a whole answer. Throws an `AppError`. */
  accept(event: WireEvent): boolean
  /**
   * Whether the vendor has said why the answer ended, so that only counts may follow. For dialects without a last event:
   * some servers then neither send anything nor close the connection.
   */
  hasEnded?(): boolean
  /** Closes the answer. Throws an `AppError` when the vendor never said that it is over. */
  finish(): void
}
