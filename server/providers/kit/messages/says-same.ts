/** More different values than this are not looked up one by one. */
const MAX_VALUES = 1_000

/**
 * Whether a text already tells a structured value: as its JSON, or with every single value in it as a word of its own.
 * Servers send both forms of one result, and a model that reads both pays twice.
 */
export function saysSame(text: string, value: unknown): boolean {
  const values = collectValues(value)
  if (values.size === 0) return text !== ''
  if (isJsonOf(text, value)) return true
  if (values.size > MAX_VALUES) return false
  // One look at the text for all single words: a long list of numbers would be searched for again and again.
  const words = new Set(text.split(/[^\p{L}\p{N}_]+/u))
  return values.values().every(single => WORD.test(single) ? words.has(single) : holdsPhrase(text, single) || text.includes(JSON.stringify(single)))
}

/** Iterative, because a server may nest deeper than the stack is. */
function collectValues(value: unknown): ReadonlySet<string> {
  const values = new Set<string>()
  const pending: unknown[] = [value]
  while (pending.length > 0 && values.size <= MAX_VALUES) {
    const node = pending.pop()
    if (typeof node === 'object' && node !== null) pending.push(...Object.values(node))
    else if (typeof node === 'string') values.add(node)
    else if (typeof node === 'number' || typeof node === 'boolean') values.add(String(node))
  }
  return values
}

/** Whether a text is a value's JSON and nothing else. */
export function isJsonOf(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value)
  }
  catch {
    // Prose is the ordinary case, not a fault.
    return false
  }
}

const WORD = /^[\p{L}\p{N}_]+$/u
const LETTER = /[\p{L}\p{N}_]/u

/** A "-3" in "10-35" is not that value: what stands beside it must not go on with it. */
function holdsPhrase(text: string, phrase: string): boolean {
  if (phrase === '') return true
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    if (!isJoined(text[at - 1], phrase[0]) && !isJoined(text[at + phrase.length], phrase.at(-1))) return true
  }
  return false
}

function isJoined(neighbour: string | undefined, edge: string | undefined): boolean {
  return neighbour !== undefined && edge !== undefined && LETTER.test(neighbour) && LETTER.test(edge)
}
