import type { RunContext } from './run-context'
import { timeLeft } from './run-limits'

/** What the last answer may take at least, also when the time of the run is used up. */
const LAST_ANSWER_MS = 60_000

/** Why a step's signal was aborted: it has taken what time there was. */
export class TimeUp extends Error {
  constructor() {
    super('The time limit of the run is reached.')
    this.name = 'TimeUp'
  }
}

export interface StepTime {
  /** Aborts with the run's own signal, and with `TimeUp`. */
  readonly signal: AbortSignal
  /** To be called when the step is over. */
  readonly stop: () => void
}

/** Gives one step the time that the run has left. */
export function startStepTime({ clock, ledger, limits, signal }: RunContext, isLast: boolean): StepTime {
  const step = new AbortController()
  const pass = () => step.abort(signal.reason)
  if (signal.aborted) pass()
  // Not `AbortSignal.any`: the run's signal would have to look after every step that there ever was.
  else signal.addEventListener('abort', pass, { once: true })
  const left = timeLeft(ledger.progress, limits)
  const stopTimer = clock.after(isLast ? Math.max(left, LAST_ANSWER_MS) : left, () => step.abort(new TimeUp()))
  return {
    signal: step.signal,
    stop: () => {
      stopTimer()
      signal.removeEventListener('abort', pass)
    },
  }
}
