/** Values that hold no half character and that nobody edits, such as the tools of a list: they are not read again. */
const known = new WeakSet<object>()

/**
 * The same without halves of characters: vendors refuse a request that holds one ("no low surrogate in string"), and it
 * would stay in the history for ever. What is whole comes back as it is, and a half becomes U+FFFD. Only for JSON values.
 */
export function toWellFormed<Value>(value: Value): Value {
  if (isWellFormed(value)) return value
  // only characters were replaced
  return JSON.parse(JSON.stringify(value).replaceAll(ESCAPED, (match, whole?: string) => whole ?? '\uFFFD')) as Value
}

/** As `toWellFormed`, for what goes out again and again. */
export function rememberWellFormed<Value>(value: Value): Value {
  const whole = toWellFormed(value)
  if (typeof whole === 'object' && whole !== null) known.add(whole)
  return whole
}

/** JSON writes whole characters as they are, and only halves with an escape. A backslash of the text itself is a pair. */
const ESCAPED = /(\\\\)|\\ud[89a-f][0-9a-f]{2}/g

/** Iterative, because a tool may nest its results deeper than the stack is. */
function isWellFormed(value: unknown): boolean {
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node === 'string') {
      if (!node.isWellFormed()) return false
    }
    else if (typeof node === 'object' && node !== null && !known.has(node)) {
      if (!Array.isArray(node) && !Object.keys(node).every(name => name.isWellFormed())) return false
      for (const entry of Object.values(node)) pending.push(entry)
    }
  }
  return true
}
