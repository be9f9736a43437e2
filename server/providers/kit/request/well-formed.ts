/**
 * JSON text without halves of characters: vendors refuse a request that holds one ("no low surrogate in string"), and it
 * would stay in the history for ever. A half becomes U+FFFD.
 */
export function stringifyWellFormed(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes('\\ud') ? text.replaceAll(ESCAPED, (_match, backslash?: string) => backslash ?? '\uFFFD') : text
}

/** JSON writes whole characters as they are, and only halves with an escape. A backslash of the text itself is a pair. */
const ESCAPED = /(\\\\)|\\ud[89a-f][0-9a-f]{2}/g
