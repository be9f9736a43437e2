/** More keys and list items than any honest request or call of a tool has, which are large because of their text and media. */
export const MAX_JSON_ENTRIES = 20_000

const [BACKSLASH, QUOTE, COMMA, BRACE, BRACKET] = Array.from('\\",{[', character => character.charCodeAt(0))

/**
 * Whether JSON text holds more keys and list items, counted before it is parsed: many tiny ones take seconds, and millions
 * of them gigabytes, that their few characters do not show. Strings are skipped, so media and prose cost next to nothing.
 */
export function hasMoreEntries(json: string, limit: number): boolean {
  // Each has a character at least, so that short texts need not be looked through.
  if (json.length <= limit) return false
  let entries = 0
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) at = findStringEnd(json, at)
    else if (character === COMMA || character === BRACE || character === BRACKET) entries += 1
    if (entries > limit) return true
  }
  return false
}

/** The place of the closing quote; the end of the text when there is none. */
function findStringEnd(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end === -1 ? json.length : end
}

/** An odd number of backslashes stands before it. */
function isEscaped(json: string, place: number): boolean {
  let first = place
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (place - first) % 2 === 1
}
