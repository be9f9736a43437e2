import { AppError } from '#server/errors'
import type { ModelEvent } from '../../provider'
import type { AnswerReader, Emit } from './answer-reader'
import { createCallLimitError, MAX_CALLS_PER_ANSWER } from './call-limit'
import { createCutError } from './cut-error'
import { createIdleTimer, type IdleLimits } from './idle-timer'

/**
 * A silent line is dead after a minute. A vendor that thinks or queues keeps the line open with comments and pings; one
 * that sends nothing else for five minutes holds a worker for nothing.
 */
const IDLE_LIMITS: IdleLimits = { silenceMs: 60_000, emptyMs: 300_000 }

/** How long counts may follow the reason of the end, from a server that never closes its answer. */
const AFTER_END_MS = 5_000
const SILENT_AFTER_END = new Error('The answer has ended, and its connection is silent.')

/**
 * Of text, reasoning and arguments together, in characters: several times the longest answer of any model. What streams
 * is kept in memory, stored and shown, so an endless answer would fill all three.
 */
const MAX_ANSWER_CHARACTERS = 8 * 1024 * 1024

interface GuardedStream<WireEvent> {
  readonly label: string
  readonly signal: AbortSignal
  /**
   * Opens the vendor's stream, in batches of events. The signal given is the one to pass on: it also fires on silence,
   * and when the reader leaves early. `touch` tells of bytes that never become events, such as keep-alives.
   */
  readonly open: (signal: AbortSignal, touch: () => void) => PromiseLike<AsyncIterable<readonly WireEvent[]>>
  readonly createReader: (emit: Emit) => AnswerReader<WireEvent>
  readonly toError: (error: unknown) => AppError
  readonly idleLimits?: IdleLimits
}

/**
 * Reads a vendor's stream and reports how it ended. By itself, a stream ends without an error on abort and on a connection that
 * closes too early; here the one throws the signal's reason, the other `provider-protocol`, and a silent vendor is
 * given up. Yields at once what one batch of the wire says.
 */
export async function* guardStream<WireEvent>(options: GuardedStream<WireEvent>): AsyncGenerator<readonly ModelEvent[], void> {
  options.signal.throwIfAborted()
  const answer = createAnswer(options)
  const transport = openTransport(options, answer.hasEnded)
  const { idle } = transport
  const progress = { began: false, isWhole: false }
  try {
    for await (const batch of untilSilent(transport.signal, await options.open(transport.signal, idle.touch))) {
      idle.pause()
      // What the socket had read before the abort still comes, up to a whole answer: none of it counts.
      transport.throwIfAborted()
      progress.began = true
      progress.isWhole = answer.accept(batch)
      const hasSaid = answer.hasSaid()
      if (hasSaid) yield answer.take()
      answer.throwError()
      if (progress.isWhole) break
      idle.wait(hasSaid)
      if (answer.hasEnded()) idle.shorten(AFTER_END_MS)
    }
    // After a whole answer there is nothing to close, and the connection can serve the next request.
    idle.end()
    transport.throwIfAborted()
    answer.finish()
    progress.isWhole = true
    if (answer.hasSaid()) yield answer.take()
    answer.throwError()
  }
  catch (error) {
    transport.throwIfAborted()
    throw toStreamError(error, progress.began, options)
  }
  finally {
    transport.close(progress.isWhole)
  }
}

/** The connection of one answer. It is aborted by the caller, by silence, and when the answer is left early. */
function openTransport(
  { label, signal, idleLimits = IDLE_LIMITS }: Pick<GuardedStream<never>, 'label' | 'signal' | 'idleLimits'>, hasEnded: () => boolean,
) {
  const transport = new AbortController()
  // Not `AbortSignal.any`: the caller's signal would have to look after every answer that it ever followed.
  // From here on the transport's is aborted whenever the caller's is, and for the same reason.
  const stop = () => transport.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const idle = createIdleTimer(idleLimits, () => transport.abort(hasEnded() ? SILENT_AFTER_END : createSilenceError(label)))
  return {
    signal: transport.signal,
    idle,
    throwIfAborted: () => {
      if (transport.signal.reason !== SILENT_AFTER_END) transport.signal.throwIfAborted()
    },
    close: (isWhole: boolean) => {
      idle.end()
      signal.removeEventListener('abort', stop)
      if (!isWhole) transport.abort()
    },
  }
}

/** A transport that was aborted throws; for the silence after the end of an answer, that is a normal end. */
async function* untilSilent<Batch>(signal: AbortSignal, batches: AsyncIterable<Batch>): AsyncGenerator<Batch, void> {
  try {
    yield* batches
  }
  catch (error) {
    if (signal.reason !== SILENT_AFTER_END) throw error
  }
}

/** What was said before an error counts, however the wire cut it into batches: the error is thrown after it. */
function createAnswer<WireEvent>({ label, createReader }: Pick<GuardedStream<WireEvent>, 'label' | 'createReader'>) {
  let said: ModelEvent[] = []
  let thrown: { readonly error: unknown } | undefined
  let length = 0
  const reader = createReader((event) => {
    if ('text' in event) length += event.text.length
    if (length > MAX_ANSWER_CHARACTERS) throw createLengthError(label)
    // While it streams: readers look through the calls that they know for each piece of one.
    if ('index' in event && event.index >= MAX_CALLS_PER_ANSWER) throw createCallLimitError(label)
    said.push(event)
  })
  const attempt = (work: () => boolean): boolean => {
    try {
      return work()
    }
    catch (error) {
      thrown = { error }
      return false
    }
  }
  return {
    accept: (batch: readonly WireEvent[]): boolean => attempt(() => batch.some(event => reader.accept(event))),
    finish: () => attempt(() => {
      reader.finish()
      return true
    }),
    hasEnded: () => reader.hasEnded?.() ?? false,
    hasSaid: () => said.length > 0,
    take: (): readonly ModelEvent[] => {
      const events = said
      said = []
      return events
    },
    throwError: () => {
      if (thrown) throw thrown.error
    },
  }
}

function toStreamError(error: unknown, began: boolean, { label, toError }: Pick<GuardedStream<never>, 'label' | 'toError'>): AppError {
  if (error instanceof AppError) return error
  const mapped = toError(error)
  // Once the answer has begun, a lost connection and an event that does not parse are the same error: half an answer.
  const isLost = began && mapped.code === 'provider-unavailable' && isConnectionLoss(error)
  return isLost || error instanceof SyntaxError ? createCutError(label, error) : mapped
}

/** No status, no vendor type: nobody said anything, the line just ended. */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { status, type } = error as { status?: unknown, type?: unknown } // the SDKs' error classes, read without importing them
  return (status === undefined || status === null) && (type === undefined || type === null)
}

function createLengthError(label: string): AppError {
  return new AppError(
    'provider-protocol',
    `${label} sent an answer of more than ${MAX_ANSWER_CHARACTERS.toLocaleString('en')} characters, so it was cut off.`,
  )
}

function createSilenceError(label: string): AppError {
  return new AppError('provider-unavailable', `${label} stopped sending. Try again in a moment.`, { retryable: true })
}
