import { AppError } from '#server/errors'
import { createProtocolError } from './provider-error'

/** Longest silence on the wire before a stream counts as dead. */
const IDLE_TIMEOUT_MS = 60_000

interface GuardedStream<VendorEvent> {
  readonly label: string
  readonly signal: AbortSignal
  /**
   * Opens the vendor's stream. The signal given is the one to pass on: it also fires on silence, and when the
   * reader leaves early. `touch` tells of bytes that never become events, such as keep-alives.
   */
  readonly open: (signal: AbortSignal, touch: () => void) => PromiseLike<AsyncIterable<VendorEvent>>
  /** Whether this event may be the last of a whole answer. */
  readonly isTerminal: (event: VendorEvent) => boolean
  readonly toError: (error: unknown) => AppError
  readonly idleTimeoutMs?: number
}

/**
 * Makes a vendor's stream honest. The SDKs' raw loops end in silence on abort and on a connection that closes too
 * early; here the one throws the signal's reason, the other `provider-protocol`, and a silent vendor is given up.
 */
export async function* guardStream<VendorEvent>(options: GuardedStream<VendorEvent>): AsyncGenerator<VendorEvent, void> {
  const { label, signal } = options
  signal.throwIfAborted()
  const leave = new AbortController()
  const idle = createIdleTimer(options.idleTimeoutMs ?? IDLE_TIMEOUT_MS, () => leave.abort(createSilenceError(label)))
  const progress = { began: false, complete: false, ended: false }
  try {
    const events = await options.open(AbortSignal.any([signal, leave.signal]), idle.touch)
    for await (const event of events) {
      idle.pause()
      // What the socket had read before the abort still comes, up to a whole answer: none of it counts.
      signal.throwIfAborted()
      progress.began = true
      progress.complete ||= options.isTerminal(event)
      yield event
      idle.wait()
    }
    progress.ended = true
  }
  catch (error) {
    signal.throwIfAborted()
    leave.signal.throwIfAborted()
    throw toStreamError(error, progress.began, options)
  }
  finally {
    idle.end()
    // After a whole answer there is nothing to close, and the connection can serve the next request.
    if (!progress.ended) leave.abort()
  }
  signal.throwIfAborted()
  if (idle.expired()) throw createSilenceError(label)
  if (!progress.complete) throw createCutError(label)
}

function toStreamError(error: unknown, began: boolean, options: Pick<GuardedStream<never>, 'label' | 'toError'>): AppError {
  const mapped = error instanceof AppError ? error : options.toError(error)
  // Once the answer has begun, a lost connection and a chunk that does not parse are the same fault: half an answer.
  const cut = began && mapped.code === 'provider-unavailable' && isConnectionLoss(error)
  return cut || error instanceof SyntaxError ? createCutError(options.label, error) : mapped
}

/** No status, no vendor type: nobody said anything, the line just ended. */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { status, type } = error as { status?: unknown, type?: unknown } // the SDKs' error classes, read without importing them
  return (status === undefined || status === null) && (type === undefined || type === null)
}

function createCutError(label: string, cause?: unknown): AppError {
  // Whoever has shown nothing of the half may ask again.
  return createProtocolError(label, { what: 'broke off in the middle of its answer', cause, retryable: true })
}

function createSilenceError(label: string): AppError {
  return new AppError('provider-unavailable', `${label} stopped sending. Try again in a moment.`, { retryable: true })
}

/**
 * Counts only while we wait for the vendor: a slow reader is not a silent vendor. An answer has thousands of events, so
 * an event only notes the time, and one timer for the whole stream looks at it.
 */
function createIdleTimer(timeoutMs: number, onExpire: () => void) {
  let expired = false
  let waitingSince: number | undefined = performance.now()
  let timer = setTimeout(check, timeoutMs)

  function check(): void {
    const silentMs = waitingSince === undefined ? 0 : performance.now() - waitingSince
    if (silentMs < timeoutMs) {
      timer = setTimeout(check, timeoutMs - silentMs)
      return
    }
    expired = true
    onExpire()
  }

  return {
    wait: () => {
      waitingSince = performance.now()
    },
    pause: () => {
      waitingSince = undefined
    },
    touch: () => {
      if (waitingSince !== undefined) waitingSince = performance.now()
    },
    end: () => clearTimeout(timer),
    expired: () => expired,
  }
}
