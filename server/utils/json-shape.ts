import { AppError } from '#server/errors'

/** More than any honest body has, which is large because of its text and media. */
const MAX_ENTRIES = 20_000

const [QUOTE, BACKSLASH, COMMA, BRACE, BRACKET] = [...Buffer.from('"\\,{[')]

/**
 * Refuses JSON text with too many keys and list items before it is parsed: many tiny ones take seconds, and millions of
 * them gigabytes, that their few bytes do not show. Strings are skipped, so media and prose cost next to nothing.
 */
export function refuseManyEntries(json: Buffer): void {
  // Each has a byte at least, so that small bodies need not be looked through.
  if (json.length <= MAX_ENTRIES) return
  let entries = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) at = findStringEnd(json, at)
    else if (byte === COMMA || byte === BRACE || byte === BRACKET) entries += 1
    if (entries > MAX_ENTRIES) throw new AppError('invalid-request', `A body may hold ${MAX_ENTRIES.toLocaleString('en')} keys and list items; this one holds more.`)
  }
}

/** The place of the closing quote; the end of the text when there is none. */
function findStringEnd(json: Buffer, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end === -1 ? json.length : end
}

/** An odd number of backslashes stands before it. */
function isEscaped(json: Buffer, place: number): boolean {
  let first = place
  while (json[first - 1] === BACKSLASH) first -= 1
  return (place - first) % 2 === 1
}
