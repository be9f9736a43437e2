/** More single values than this are not looked up one by one: the search is quadratic. */
const MAX_VALUES = 1_000

/**
 * Whether a text already tells a structured value: as its JSON, or with every single value in it as a word of its own.
 * Servers send both forms of one result, and a model that reads both pays twice.
 */
export function saysSame(text: string, value: unknown): boolean {
  const values: string[] = []
  const pending: unknown[] = [value]
  while (pending.length > 0 && values.length <= MAX_VALUES) {
    const node = pending.pop()
    if (typeof node === 'object' && node !== null) pending.push(...Object.values(node))
    else if (typeof node === 'string') values.push(node)
    else if (typeof node === 'number' || typeof node === 'boolean') values.push(String(node))
  }
  if (values.length === 0) return text !== ''
  return isJsonOf(text, value) || (values.length <= MAX_VALUES && values.every(single => holdsWord(text, single) || text.includes(JSON.stringify(single))))
}

/** Whether a text is a value's JSON and nothing else. */
export function isJsonOf(text: string, value: unknown): boolean {
  // Prose is the ordinary case, and to find that out by an exception costs as much as the rest of a result.
  if (typeof value === 'object' && value !== null && !/^\s*[[{]/.test(text)) return false
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value)
  }
  catch {
    // Prose, not a fault.
    return false
  }
}

/** A 3 in "13:30" or a "no" in "not" is not that value: what stands beside it must not go on with it. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isJoined(text[at - 1], word[0]) && !isJoined(text[at + word.length], word.at(-1))) return true
  }
  return false
}

const LETTER = /[\p{L}\p{N}_]/u

function isJoined(neighbour: string | undefined, edge: string | undefined): boolean {
  return neighbour !== undefined && edge !== undefined && LETTER.test(neighbour) && LETTER.test(edge)
}
