import { AppError } from '#server/errors'
import { hasMoreEntries } from '#shared/json-entries'
import { createHeldAnswer } from '../request/held-answers'
import type { BodyPieces } from '../request/socket-fetch'
import { createFrameParser, type Framing, type WireMessage } from './framing'

interface StreamOptions {
  /** The provider's name as a person reads it. */
  readonly label: string
  readonly framing: Framing
  /** Called at every read from the connection, keep-alives included. */
  readonly touch: () => void
  /** Called with the text of each event before it is parsed. */
  readonly onRawEvent?: (text: string) => void
}

/** OpenAI's own end of a stream, which many servers copy; nothing of the answer follows it. */
const END_MARK = '[DONE]'
/** How long the end of a body may follow the last event, in milliseconds. */
const BODY_END_TIMEOUT_MS = 1000
/** The longest event that is read, in characters: a vendor that never ends a line must not fill the memory. */
const MAX_EVENT_CHARACTERS = 16 * 1024 * 1024
/** Keys and list items of one event: more than a whole answer in one JSON body has, and still parsed in some tens of milliseconds. */
const MAX_EVENT_ENTRIES = 200_000
/** What an event costs however short it is, as so many characters. */
const EVENT_COST = 256
/**
 * Events that say nothing are kept nowhere, but cost time. An answer of 128,000 tokens, each an event of 500 characters, costs 97
 * million.
 */
const MAX_ANSWER_COST = 256 * 1000 * 1000
/** Answers up to this size, in characters, are not limited together. The reader of a larger one may keep all of it for the replay. */
const ORDINARY_ANSWER_CHARACTERS = 8 * 1024 * 1024

/**
 * The events of an answer, in the batches in which they came off the connection. A body that is JSON instead of
 * server-sent events counts as one event: servers answer so when they cannot stream, and gateways when they say why with status 200.
 */
export async function* readEventStream(
  pieces: BodyPieces, options: StreamOptions,
): AsyncGenerator<readonly WireMessage[], void> {
  const { framing, touch } = options
  const messages = createMessageBatches(options)
  const decoder = new TextDecoder()
  let isAtEnd = false
  const json = createJsonBody()
  const held = createHeldCount(options.label)
  try {
    while (!isAtEnd && !messages.isOver()) {
      const { done, value } = await pieces.next()
      isAtEnd = done === true
      touch()
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true })
      held.add(text.length)
      const isJson = framing === 'sse' && json.take(text)
      // Servers forget the blank line after the last event, or the end of the last line; left to the parser, that event would be lost.
      if (!isJson) messages.feed(done ? `${text}\n\n` : text)
      else if (done) messages.add({ data: json.join() })
      if (!messages.hasAny()) continue
      yield messages.take()
      // What is left of this read begins the next event.
      held.reset(text.length)
    }
  }
  finally {
    held.release()
    if (!isAtEnd) void readToEnd(pieces)
  }
}

/**
 * Counts the characters since the last complete event, which are all that the parser buffers. Everything beyond the
 * ordinary size of an answer counts until the stream ends.
 */
function createHeldCount(label: string) {
  const answer = createHeldAnswer()
  let length = 0
  let total = 0
  const reset = (to: number): void => {
    length = to
    if (length > MAX_EVENT_CHARACTERS) {
      throw createProtocolError(label, `an event of more than ${MAX_EVENT_CHARACTERS.toLocaleString('en')} characters`)
    }
    if (!answer.hold(Math.max(length, total - ORDINARY_ANSWER_CHARACTERS))) throw createMemoryError()
  }
  const add = (more: number): void => {
    total += more
    reset(length + more)
  }
  return { reset, add, release: answer.release }
}

/** Gathers the body once it is known to be JSON: no line of an event stream begins so. */
function createJsonBody() {
  const pieces: string[] = []
  let isJson: boolean | undefined
  return {
    /** Whether the body is JSON; whitespace before it decides nothing. */
    take: (text: string): boolean => {
      if (isJson === undefined && text.trim() !== '') isJson = /^\s*[{[]/.test(text)
      if (!isJson) return false
      pieces.push(text)
      return true
    },
    join: () => pieces.join(''),
  }
}

function createMessageBatches({ label, framing, onRawEvent }: StreamOptions) {
  let batch: WireMessage[] = []
  let isOver = false
  let cost = 0
  const add = (message: WireMessage): void => {
    onRawEvent?.(message.data)
    cost += message.data.length + EVENT_COST
    if (cost > MAX_ANSWER_COST) throw createProtocolError(label, 'too many events in one answer')
    if (hasMoreEntries(message.data, MAX_EVENT_ENTRIES)) {
      throw createProtocolError(label, `an event with more than ${MAX_EVENT_ENTRIES.toLocaleString('en')} keys and list items`)
    }
    if (message.data === END_MARK) isOver = true
    else batch.push(message)
  }
  const feed = createFrameParser(framing, (message) => {
    if (!isOver && message.data !== '') add(message)
  })
  return {
    feed,
    add,
    isOver: () => isOver,
    hasAny: () => batch.length > 0,
    take: (): readonly WireMessage[] => {
      const messages = batch
      batch = []
      return messages
    },
  }
}

function createProtocolError(label: string, what: string): AppError {
  return new AppError('provider-protocol', `${label} sent ${what}, so it was broken off.`)
}

function createMemoryError(): AppError {
  const message = 'Providers are sending too many large answers at once, so this one was broken off. Try again when others have ended.'
  return new AppError('provider-unavailable', message, { retryable: true })
}

/**
 * Only a connection whose body was read to its end serves the next request. Who leaves before the answer is whole
 * aborts the request itself, and this ends with it.
 */
async function readToEnd(pieces: BodyPieces): Promise<void> {
  const timer = setTimeout(pieces.cancel, BODY_END_TIMEOUT_MS)
  try {
    while (!(await pieces.next()).done);
  }
  catch {
    // Aborted or lost: its connection is closed already, and nobody waits for the rest.
  }
  finally {
    clearTimeout(timer)
  }
}
