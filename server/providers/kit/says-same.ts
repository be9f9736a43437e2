/** More single values than this are not looked up one by one: the search is quadratic. */
const MAX_VALUES = 1_000

/**
 * Whether a text already tells a structured value: as its JSON, or with every single value in it. Servers send both
 * forms of one result, and a model that reads both pays twice.
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
  return parsesTo(text, value) || (values.length <= MAX_VALUES && values.every(single => text.includes(single) || text.includes(JSON.stringify(single))))
}

function parsesTo(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value)
  }
  catch {
    // Prose is the ordinary case, not a fault.
    return false
  }
}
