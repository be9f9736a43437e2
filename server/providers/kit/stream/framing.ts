import { createParser } from 'eventsource-parser'

/** How a vendor separates the events of an answer: as server-sent events, or as NDJSON, which is one JSON value a line. */
export type Framing = 'sse' | 'ndjson'

/** One event as it came. */
export interface WireMessage {
  /** Server-sent events alone have names. */
  readonly name?: string
  readonly data: string
}

type Listener = (message: WireMessage) => void

/** Takes the text of a body piece by piece, and calls the listener with each whole event. A blank line ends the last one. */
export function createFrameParser(framing: Framing, onMessage: Listener): (text: string) => void {
  return framing === 'ndjson' ? createLineParser(onMessage) : createEventParser(onMessage)
}

function createEventParser(onMessage: Listener): (text: string) => void {
  return createParser({ onEvent: ({ event: name, data }) => onMessage({ name, data }) }).feed
}

function createLineParser(onMessage: Listener): (text: string) => void {
  let unfinished = ''
  return (text) => {
    const [first = '', ...further] = text.split('\n')
    unfinished += first
    for (const begun of further) {
      onMessage({ data: unfinished.trim() })
      unfinished = begun
    }
  }
}
