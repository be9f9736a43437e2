import { RunStopped } from '../loop/run-context'

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
