import { RunStopped } from '../../ports/run-stopped'

/** What tools at work have to finish in. The platform gives up on the whole shutdown after 30 seconds. */
const TOOL_GRACE_MS = 20_000

/** Going down in two moments: first nothing new starts and what streams ends, then tools at work are given up. */
export interface Shutdown {
  readonly closing: AbortSignal
  readonly deadline: AbortSignal
  begin(): void
  /** The deadline is now. */
  force(): void
  /** To be called when nothing is at work any more. */
  end(): void
}

export function createShutdown(): Shutdown {
  const closing = new AbortController()
  const deadline = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const force = () => deadline.abort(new RunStopped('interrupted'))
  return {
    closing: closing.signal,
    deadline: deadline.signal,
    begin: () => {
      if (closing.signal.aborted) return
      timer = setTimeout(force, TOOL_GRACE_MS)
      closing.abort(new RunStopped('interrupted'))
    },
    force,
    end: () => clearTimeout(timer),
  }
}

/** Of a run's signal only a person's stop: when the server goes down, a tool at work may finish first. */
export function onlyStops(signal: AbortSignal): AbortSignal {
  const stops = new AbortController()
  const pass = () => {
    const reason: unknown = signal.reason
    if (!(reason instanceof RunStopped && reason.reason === 'interrupted')) stops.abort(reason)
  }
  if (signal.aborted) pass()
  else signal.addEventListener('abort', pass, { once: true })
  return stops.signal
}
