import { parseExactJson } from '../exact-json'
import type { AnswerReader } from './answer-reader'
import type { WireMessage } from './framing'

/** For vendors whose events are JSON texts. An event that is none, such as one that was cut off, throws a `SyntaxError`. */
export function readJsonMessages(reader: AnswerReader): AnswerReader<WireMessage> {
  return {
    accept: ({ name, data }) => reader.accept(name === 'error' ? toErrorEvent(data) : parseExactJson(data)),
    hasEnded: () => reader.hasEnded?.() ?? false,
    finish: () => reader.finish(),
  }
}

/** Some servers say in the event's name alone that it is an error, and then send any text. */
function toErrorEvent(data: string): unknown {
  const value = parseLoosely(data)
  if (typeof value !== 'object' || value === null) return { type: 'error', error: { message: String(value) } }
  return 'error' in value || ('type' in value && value.type === 'error') ? { ...value, type: 'error' } : { type: 'error', error: value }
}

function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    // Plain words: they are the message.
    return text
  }
}
