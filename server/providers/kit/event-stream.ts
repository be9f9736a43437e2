import { createParser } from 'eventsource-parser'

/** One server-sent event as it came. */
export interface WireMessage {
  readonly name?: string
  readonly data: string
}

interface Listeners {
  /** Told of every read from the connection, keep-alives included. */
  readonly touch: () => void
  /** Told the text of each event, before it is read. */
  readonly onRawEvent?: (text: string) => void
}

/** OpenAI's own end of a stream, which many servers copy; nothing of the answer follows it. */
const END_MARK = '[DONE]'
/** How long the end of a body may follow the last event, in milliseconds. */
const BODY_END_TIMEOUT_MS = 1000
/** The longest event that is read, in characters: a vendor that never ends a line must not fill the memory. */
const MAX_EVENT_CHARACTERS = 64 * 1024 * 1024

/** The server-sent events of a response, in the batches in which they came off the connection. */
export async function* readEventStream({ body }: Response, { touch, onRawEvent }: Listeners): AsyncGenerator<readonly WireMessage[], void> {
  if (body === null) return
  const reader = body.getReader()
  const messages = createMessageBatches(onRawEvent)
  const decoder = new TextDecoder()
  let isAtEnd = false
  try {
    while (!isAtEnd && !messages.isOver()) {
      const { done, value } = await reader.read()
      isAtEnd = done
      touch()
      // Servers forget the blank line after the last event; left to the parser, that event would be lost.
      messages.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }))
      if (messages.hasAny()) yield messages.take()
    }
  }
  finally {
    if (!isAtEnd) void readToEnd(reader)
  }
}

function createMessageBatches(onRawEvent: Listeners['onRawEvent']) {
  let batch: WireMessage[] = []
  let isOver = false
  const { feed } = createParser({
    maxBufferSize: MAX_EVENT_CHARACTERS,
    onEvent: ({ event: name, data }) => {
      if (isOver || data === '') return
      onRawEvent?.(data)
      if (data === END_MARK) isOver = true
      else batch.push({ name, data })
    },
    onError: (error) => {
      // Fields that nobody knows are passed over, as the standard has it.
      if (error.type === 'max-buffer-size-exceeded') throw new SyntaxError('An event of the stream is too long.')
    },
  })
  return {
    feed,
    isOver: () => isOver,
    hasAny: () => batch.length > 0,
    take: (): readonly WireMessage[] => {
      const taken = batch
      batch = []
      return taken
    },
  }
}

/**
 * Only a connection whose body was read to its end serves the next request. Who leaves before the answer is whole
 * aborts the request itself, and this ends with it.
 */
async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), BODY_END_TIMEOUT_MS)
  try {
    while (!(await reader.read()).done);
  }
  catch {
    // Aborted or lost: its connection is closed already, and nobody waits for the rest.
  }
  finally {
    clearTimeout(timer)
  }
}
