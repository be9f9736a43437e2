import { AppError } from '../../errors'
import type { ModelEvent } from '../provider'
import { createProviderError } from './provider-error'

const IDLE_LIMIT_MS = 60_000

interface GuardOptions {
  readonly label: string
  readonly signal: AbortSignal
  /** Ends the vendor's request: on abort, on silence, and when the reader leaves early. */
  readonly stop: (reason: unknown) => void
  /** Maps what the SDK threw. */
  readonly toError: (error: unknown) => AppError
}

/**
 * Makes a vendor's stream honest. SDK loops end silently on an abort and on a connection that just closes, and wait
 * for ever on one that hangs: here an abort throws the signal's reason, an end without `finish` and a minute of
 * silence are errors, and leaving early closes the request.
 */
export async function* guardStream(events: AsyncIterable<ModelEvent>, options: GuardOptions): AsyncGenerator<ModelEvent> {
  const { label, signal, stop, toError } = options
  const onAbort = () => stop(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const silence = watchSilence(() => stop(new Error('silence')))
  let hasFinished = false
  try {
    for await (const event of events) {
      signal.throwIfAborted()
      silence.restart()
      hasFinished ||= event.type === 'finish'
      yield event
    }
    if (!hasFinished) throw brokenOff(label)
  }
  catch (error) {
    if (signal.aborted) throw signal.reason
    if (silence.isOver()) throw createProviderError({ label, message: `nothing came for ${IDLE_LIMIT_MS / 1000} seconds.`, cause: error })
    throw toError(error)
  }
  finally {
    silence.end()
    signal.removeEventListener('abort', onAbort)
    // Also after a good end: one SDK keeps the connection open when its reader leaves.
    stop(new Error('The answer is over.'))
  }
  signal.throwIfAborted()
}

function brokenOff(label: string): AppError {
  return new AppError('provider-protocol', `${label} broke off its answer before the end.`, { retryable: true })
}

function watchSilence(onSilence: () => void) {
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    onSilence()
  }, IDLE_LIMIT_MS)
  return { restart: () => timer.refresh(), end: () => clearTimeout(timer), isOver: () => isOver }
}
