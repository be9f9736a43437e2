import { MAX_DEPTH } from '../schema/schema-node'

/** The one key that changes the prototype of an object when arguments are merged or assigned further on. */
const REFUSED_KEY = '__proto__'

interface Container {
  readonly value: object
  readonly path: string
  readonly depth: number
}

/** Far more levels than any vendor's format has, and far fewer than the stack holds. */
const MAX_JSON_DEPTH = 100

/** Whether a value is nested so deeply that writing it as JSON could overflow the stack. Iterative, like the search for faults. */
export function isTooDeepForJson(root: unknown): boolean {
  let level = [root]
  for (let depth = 0; depth <= MAX_JSON_DEPTH; depth += 1) {
    level = level.flatMap(value => typeof value === 'object' && value !== null ? Object.values(value) : [])
    if (level.length === 0) return false
  }
  return true
}

/**
 * What makes parsed arguments unusable by any tool, in words for the model; absent when there is nothing. Iterative,
 * because a model may nest deeper than the stack is.
 */
export function findArgumentFault(root: object): string | undefined {
  const pending: Container[] = [{ value: root, path: '', depth: 1 }]
  for (let container = pending.pop(); container; container = pending.pop()) {
    const { value, path, depth } = container
    if (depth > MAX_DEPTH) return `The arguments are nested deeper than ${MAX_DEPTH} levels. Send them flatter.`
    for (const [key, child] of Object.entries(value)) {
      if (key === REFUSED_KEY) return `The arguments may not hold a key named "${REFUSED_KEY}".`
      if (!key.isWellFormed()) return `The name of an argument in "${path}/" holds half of a character pair. Send whole characters.`
      if (typeof child === 'string' && !child.isWellFormed()) return `The argument "${path}/${key}" holds half of a character pair. Send whole characters.`
      if (typeof child === 'object' && child !== null) pending.push({ value: child, path: `${path}/${key}`, depth: depth + 1 })
    }
  }
  return undefined
}
