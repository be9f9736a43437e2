/** A word of prose, an id or a hash is shorter; an encoded picture, sound or opaque state is longer. */
const LONGEST_KEPT = 2048
/** The alphabet of `isBase64`. An expression passes over megabytes several times faster than a loop over characters. */
const BASE64_RUN = /[\w+/=-]+/y

/**
 * The text with long base64 runs replaced by their length. A run that is too long covers a multiple of the limit, so
 * only those places are looked at: the work is linear, and for ordinary text far less than one look per character.
 */
export function elideMedia(text: string): string {
  const kept: string[] = []
  let from = 0
  for (let place = LONGEST_KEPT; place < text.length; place += LONGEST_KEPT) {
    if (place < from || !isBase64(text.charCodeAt(place))) continue
    const start = findStart(text, place, from)
    const end = findEnd(text, place)
    if (end - start <= LONGEST_KEPT) continue
    kept.push(text.slice(from, start), `[${end - start} characters of media left out]`)
    from = end
  }
  return from === 0 ? text : kept.join('') + text.slice(from)
}

function findStart(text: string, place: number, floor: number): number {
  let start = place
  while (start > floor && isBase64(text.charCodeAt(start - 1))) start -= 1
  return start
}

function findEnd(text: string, place: number): number {
  BASE64_RUN.lastIndex = place
  BASE64_RUN.test(text)
  return BASE64_RUN.lastIndex
}

/** Letters, digits, and the marks of both alphabets with the padding. */
function isBase64(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 47 && code <= 57)
    || code === 43 || code === 45 || code === 61 || code === 95
}
